import { lastCharacter } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'

/** Parses a search; null without a word. The longest word comes first, because the fewest users match it. */
export function parseSearch(search: string) {
  const [word, ...others] = splitWords(search).sort((a, b) => b.length - a.length)
  return word === undefined ? null : { word, end: word + lastCharacter, others }
}
