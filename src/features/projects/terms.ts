import { listRanges, mergeRanges, toTerm } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'
import { toWordSearch, type WordSearch } from '#database/query/words.ts'

export interface Described {
  title: string
  description: string
  field: string
}

/** Limits the terms of a long description. */
const mostWords = 300

/** Extracts the terms by which a project is found. */
export const extractTerms = ({ title, field, description }: Described): string[] => [
  ...new Set(splitWords(title, field, description).slice(0, mostWords).map(toTerm)),
]

/** The search for projects that have all the words; undefined for an empty search. */
export const toSearch = (search: string): WordSearch | undefined => toWordSearch(mergeRanges([], listRanges(search)))
