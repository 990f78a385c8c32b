/** Reads JSON that a row has kept, as what its schema says. */

import { Ajv, type ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'

const ajv = new Ajv({ allowUnionTypes: true })

/**
 * A reader of what was kept; it throws on anything else, because then the row is broken. With ajv, which is here anyway:
 * TypeBox's own `Value` would bring 300 modules and 3 MB into every process.
 */
export function storedJson<S extends TSchema>(schema: S): (kept: unknown) => Static<S> {
  let isRight: ValidateFunction<Static<S>> | undefined
  return (kept) => {
    isRight ??= ajv.compile<Static<S>>(schema)
    if (isRight(kept)) return kept
    throw new Error(`A row keeps something else than it should: ${ajv.errorsText(isRight.errors)}.`)
  }
}
