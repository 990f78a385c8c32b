/** Works as resumes, curricula vitae and public pages list them: the typed ones of a profile, and those of the record of publications. */

import { foldText } from '#core/text-normalization.ts'
import type { Author } from './publications/record.ts'

/** A work of the profile or of the record of publications. */
export interface ListedWork {
  title: string
  year: number | null
  venue: string
  doi: string | null
  url: string | null
  /** What the record knows besides. */
  authors?: readonly Author[]
  type?: string
  date?: string | null
}

/** Returns the typed publications and those of the record that are not among them, the newest first. */
export function mergeWorks(typed: readonly ListedWork[], recorded: readonly ListedWork[]): ListedWork[] {
  const titles = new Set(typed.map(({ title }) => foldText(title)))
  return [...typed, ...recorded.filter(({ title }) => !titles.has(foldText(title)))].toSorted(
    (a, b) => (b.year ?? 0) - (a.year ?? 0),
  )
}

/** Returns the address of a DOI. */
export const createDoiUrl = (doi: string): string =>
  `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`
