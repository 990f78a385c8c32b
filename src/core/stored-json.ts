/** Reads JSON columns with the type of a schema. */

import type { Ajv, ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { loadLibrary } from './load-library.ts'

let ajv: Ajv | undefined

function getAjv(): Ajv {
  const library = loadLibrary('ajv') as typeof import('ajv')
  ajv ??= new library.Ajv({ allowUnionTypes: true })
  return ajv
}

/**
 * Returns a function that checks stored JSON against the schema and throws when it does not match. It uses ajv, which
 * is loaded anyway: TypeBox's `Value` would add 300 modules and 3 MB to every process.
 */
export function createStoredJsonParser<S extends TSchema>(schema: S): (kept: unknown) => Static<S> {
  let isRight: ValidateFunction<Static<S>> | undefined
  return (kept) => {
    isRight ??= getAjv().compile<Static<S>>(schema)
    if (isRight(kept)) return kept
    throw new Error(`Stored JSON does not match its schema: ${getAjv().errorsText(isRight.errors)}.`)
  }
}
