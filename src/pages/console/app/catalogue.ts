/** The locale of the reader and what is written in their language; the service sends it in the place of this module. */

import type { Choice, Field, InputKind } from '../../modules/form-values.ts'

export interface Filter {
  name: string
  label: string
  input: InputKind
  /** What a picker searches. */
  accept: string
  choices: readonly Choice[]
}

type Words = Readonly<Record<string, string>>

/** A part of an object: how it is called, and what it is. */
export interface Part {
  name: string
  label: string
  kind:
    | 'text'
    | 'moment'
    | 'day'
    | 'number'
    /** In the currency that stands beside it. */
    | 'amount'
    /** The lower end of a salary, whose upper end stands beside it. */
    | 'salary'
    | 'flag'
    | 'word'
    | 'address'
    /** The id of something that has a page in the console. */
    | 'reference'
    | 'object'
    | 'rows'
  isList: boolean
  words?: Words
  /** The kind of content to which a reference leads. */
  to?: string
  parts?: readonly Part[]
}

export const locale: string = 'en'
export const words: Words = {}
/** The words for values by field; under an empty name those for any. */
export const names: Readonly<Record<string, Words>> = {}
/** The fields of forms by operation; under an empty name those of all others. */
export const forms: Readonly<Record<string, readonly Field[]>> = {}
/** The filters of lists by operation. */
export const filters: Readonly<Record<string, readonly Filter[]>> = {}
/** The parts of content by kind. */
export const views: Readonly<Record<string, readonly Part[]>> = {}
