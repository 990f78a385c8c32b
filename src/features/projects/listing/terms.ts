import { askedWords, type Range, rangeOfWord, rareFirst, termOf } from '#core/terms.ts'
import { foldedWords } from '#core/words.ts'

interface Described {
  title: string
  description: string
  field: string
}

/** A long description adds no more words than these, so that a project costs little to keep. */
const mostWords = 300

/** What a project is found by. */
export const termsOf = ({ title, field, description }: Described): string[] => [
  ...new Set(foldedWords(title, field, description).slice(0, mostWords).map(termOf)),
]

/** The ranges of terms that a project must all have; undefined when anything will do. */
export function rangesOf(search: string): Range[] | undefined {
  const ranges = rareFirst(askedWords(search).map(rangeOfWord))
  return ranges.length === 0 ? undefined : ranges
}
