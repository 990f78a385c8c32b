import { combineRanges, type Range, splitSearch, toTerm, wordRange } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'

interface Described {
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

/** The ranges of terms that a project must all match; undefined for an empty search. */
export const toRanges = (search: string): Range[] | undefined => combineRanges([], splitSearch(search).map(wordRange))
