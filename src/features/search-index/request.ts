import type { Bitmap } from './bitmaps.ts'

/** One way to match a unit: a document with all of the keys. */
export interface Alternative {
  keys: readonly string[]
  /** The importance, from 0 to 1. */
  weight: number
}

/** One part of a query, such as a word or a name. */
export interface Unit {
  alternatives: readonly Alternative[]
}

/** Whose private profiles the actor may see. */
export type VisibilityScope = 'everything' | { researchers: readonly number[] }

export interface SearchRequest {
  units: readonly Unit[]
  excluded: readonly Unit[]
  /** A document must have one key of each group. */
  filters: readonly (readonly string[])[]
  minExperience?: number | undefined
  /** Reads the years of experience for sorting. */
  withYears?: boolean
}

/** The matching documents, and what is needed to score them. */
export interface Match {
  set: Bitmap
  total: number
  /** False when no document matches all units. */
  complete: boolean
  levels: readonly Level[][]
  quality: readonly Bitmap[]
  years: readonly Bitmap[]
}

/** The documents that match a unit with this weight. */
export interface Level {
  weight: number
  set: Bitmap
}
