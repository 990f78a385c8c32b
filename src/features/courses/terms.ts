import { listRanges, mergeRanges, toTerm } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'
import { toWordSearch, type WordSearch } from '#database/query/words.ts'

/** Limits the terms of a long description. */
const mostWords = 300

/** Extracts the terms by which a course is found. */
export function extractTerms(course: { title: string; category: string; description: string }): string[] {
  const words = splitWords(course.title, course.category, course.description).slice(0, mostWords)
  return [...new Set(words.map(toTerm))]
}

/** The search for courses that have all the words; undefined for an empty search. */
export const toSearch = (search: string): WordSearch | undefined => toWordSearch(mergeRanges([], listRanges(search)))
