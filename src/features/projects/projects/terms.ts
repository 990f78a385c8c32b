import { combineRanges, type Range, splitSearch, toTerm, wordRange } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'

interface Described {
  title: string
  description: string
  field: string
}

/** A long description adds no more words than these, so that a project costs little to keep. */
const mostWords = 300

/** What a project is found by. */
export const extractTerms = ({ title, field, description }: Described): string[] => [
  ...new Set(splitWords(title, field, description).slice(0, mostWords).map(toTerm)),
]

/** The ranges of terms that a project must all match; undefined for an empty search. */
export const toRanges = (search: string): Range[] | undefined =>
  combineRanges([], splitSearch(search).map(wordRange))
