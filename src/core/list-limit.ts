/**
 * Limits of the lists that an object has and that are read whole, so that what was accepted bounds what a reader costs:
 * a number of rows, and the bytes of their texts.
 */

import { fill, type Sentence } from '#language/sentence.ts'
import { createFieldProblem, type Problem } from './problem.ts'

const megabytes = 2
/** The texts of one list, in UTF-8. A list of this size takes some 20 ms to read and to send. */
export const maxListBytes = megabytes * 1024 * 1024

/** A query selects it with `measureRows`. */
export interface ListSize {
  total: number
  bytes: number
}

export interface ListLimit {
  maxRows: number
  tooMany: Problem
  tooLong: Problem
}

/** Defines the limit of a list; its messages are on the field. `tooMany` says it in the words of one list. */
export const defineListLimit = (
  field: string,
  maxRows: number,
  tooMany: Sentence = fill('There can be at most {most} entries in this list.', { most: maxRows }),
): ListLimit => ({
  maxRows,
  tooMany: createFieldProblem(field, tooMany),
  tooLong: createFieldProblem(
    field,
    fill('The texts of this list can have at most {most} MB together.', { most: megabytes }),
  ),
})

/** Throws 422 if the list, as it is after a change, exceeds its limit. */
export function ensureWithin({ maxRows, tooMany, tooLong }: ListLimit, { total, bytes }: ListSize): void {
  if (total > maxRows) throw tooMany
  if (bytes > maxListBytes) throw tooLong
}
