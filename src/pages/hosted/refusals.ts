/** Refusals of the API in the words of a form: its sentences name a field as the label beside it does. */

import { foldText } from '#core/text-normalization.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate, writeFieldLabel } from '#language/translation.ts'
import type { Field } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'

type Labeled = Pick<Field, 'name' | 'label'>

/** Writes why a form was refused. A failure without its problem stays as it was written. */
export function writeRefusal<F extends Failure>(writer: Writer, fields: ReadonlyMap<string, Field>, failure: F): F {
  const { problem } = failure
  if (problem === undefined) return failure
  const names = nameFields(
    writer,
    [...fields.values()].flatMap((field) => [field, ...field.columns]),
  )
  /** Of several fields with one name, such as two countries, the one with the message counts. */
  const writeAt = (place: string) => {
    const field = fields.get(place)
    const fieldNames = { ...names, ...(field && nameFields(writer, [field])) }
    return (sentence: Sentence) => translate(sentence, { ...writer.wording, fieldNames })
  }
  const errors = Object.entries(problem.errors ?? {})
  return {
    ...failure,
    message: writeAt(errors[0]?.[0] ?? '')(problem.sentence),
    errors: Object.fromEntries(errors.map(([place, all]) => [place, all.map(writeAt(place))])),
  }
}

/** Returns the labels of fields, in quotation marks, by the names that they have in sentences; undefined where both are the same words. */
function nameFields({ write, wording }: Writer, fields: readonly Labeled[]): Record<string, string | undefined> {
  const names = fields.map(({ name, label }) => {
    const last = name.split('.').at(-1) ?? name
    const isSame = toLetters(label) === toLetters(writeFieldLabel(last, wording))
    return [last, isSame ? undefined : write('“{label}”', { label })] as const
  })
  return Object.fromEntries(names)
}

/** `E-mail` and `email` are the same words. */
const toLetters = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
