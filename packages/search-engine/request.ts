import type { Bitmap } from './bitmaps.ts'
import type { Bounds } from './language/bounds.ts'

/** One way to match a unit: a document with all of the keys. */
export interface Alternative {
  keys: readonly string[]
  /** The importance, from 0 to 1. */
  weight: number
  /** The word that is taken for the one of the query, where that is a guess. */
  guess?: string
  /** The stem of another language, which is marked in texts where profiles have it. */
  stem?: string
}

/** One part of a query, such as a word or a name. */
export interface Unit {
  alternatives: readonly Alternative[]
  /** The words of the query. */
  said?: string
  /**
   * What a document that matches only a part of the query must match: `always` for places and quoted phrases, `besides words` for
   * the names of fields and skills, unless the query has nothing else.
   */
  firm?: 'always' | 'besides words' | undefined
  /** Set for a unit that only raises documents: it does not count where no document matches it. */
  isExtra?: boolean
  /**
   * Set for a word that occurs in sentences on every subject: the places, among the units of proximity, of its pairs with the
   * neighbouring words. Where no document has one of them, the word is not necessary.
   */
  pairs?: readonly number[]
}

/** Which private documents the actor may see. */
export type VisibilityScope = 'everything' | { ids: readonly number[] }

export interface SearchRequest {
  units: readonly Unit[]
  proximity: readonly Unit[]
  excluded: readonly Unit[]
  /** A document must have one key of each group. */
  filters: readonly (readonly string[])[]
  experience: Bounds
  hIndex: Bounds
  /** Only these documents match. */
  within?: Bitmap
}

/** The matching documents, and what is needed to score them. */
export interface Match {
  set: Bitmap
  total: number
  /** False when no document matches all units. */
  complete: boolean
  levels: readonly Level[][]
  /** Returns further documents, which match a part of the query and may follow the others. */
  findPartial(): Bitmap
  /** The words of units that no document matches. */
  unmatched: readonly string[]
  /** The stems of other languages that documents have. */
  stems: readonly string[]
  /** The guesses by which documents were found. */
  guesses: readonly Guess[]
  /** The documents with neighbouring words of the query side by side. */
  proximity: readonly Level[][]
  quality: readonly Bitmap[]
  years: readonly Bitmap[]
  hIndexes: readonly Bitmap[]
  /** Whether the newest of equally relevant documents comes first, instead of the oldest. */
  isNewestFirst?: boolean
}

export interface Guess {
  typed: string
  meant: string
}

/** The documents that match a unit with this weight. */
export interface Level {
  weight: number
  set: Bitmap
}
