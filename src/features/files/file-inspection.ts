import { createTextCheck } from '#adapters/content/text.ts'
import type { FileType } from '#database/tables/files.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { findFormat, type Rule, rules } from './file-types.ts'

export const describeFormats = ({ formats }: Rule): Sentence =>
  fill('The file must be one of these: {formats}.', { formats: Object.keys(formats ?? {}).join(', ') })
export const describeLimit = ({ most }: Rule): Sentence => fill('The file may not be larger than {most}.', { most })
export const unfitContent: Sentence = 'The content of the file does not fit its name, or it is damaged.'

/**
 * Returns a function that gets the parts of an arriving file and returns why it will be refused, if that is known: by its name, its size, or as
 * text that is none. Null for what is judged by the whole file alone.
 */
export function inspectArrival(type: FileType, filename: string): ((bytes: Buffer) => Sentence | null) | null {
  // The content alone decides about a picture of a profile.
  if (type === 'avatar') return null
  const rule = rules[type]
  const format = findFormat(type, filename)
  const textCheck = format?.check === 'text' ? createTextCheck() : null
  let size = 0
  return (bytes) => {
    size += bytes.length
    if (format === null) return describeFormats(rule)
    if (size > rule.maxBytes) return describeLimit(rule)
    return textCheck === null || textCheck.isTextPart(bytes) ? null : unfitContent
  }
}
