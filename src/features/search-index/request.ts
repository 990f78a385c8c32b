import type { Bitmap } from './bitmaps.ts'

/** One way to satisfy a unit: a researcher who has all of the keys. */
export interface Alternative {
  keys: readonly string[]
  /** How telling it is, from 0 to 1. */
  weight: number
}

/** One thing that is asked for. */
export interface Unit {
  alternatives: readonly Alternative[]
}

/** Whose private profiles the asker may see. */
export type VisibilityScope = 'everything' | { researchers: readonly number[] }

export interface SearchRequest {
  units: readonly Unit[]
  excluded: readonly Unit[]
  /** Of each group a researcher must have one of the keys. */
  filters: readonly (readonly string[])[]
  minExperience?: number | undefined
  /** Reads the years of experience, to order by them. */
  withYears?: boolean
}

/** Those who match, and the sets that say how well. */
export interface Match {
  set: Bitmap
  total: number
  /** False when not everything that was asked for is in each result. */
  complete: boolean
  levels: readonly Level[][]
  quality: readonly Bitmap[]
  years: readonly Bitmap[]
}

/** Those who satisfy a unit in a way of this weight. */
export interface Level {
  weight: number
  set: Bitmap
}
