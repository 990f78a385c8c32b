import { lastCharacter } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'

/** What to look for; null when the text has no word. The longest word leads, because the fewest people have it. */
export function parseSearch(search: string) {
  const [word, ...others] = splitWords(search).sort((a, b) => b.length - a.length)
  return word === undefined ? null : { word, end: word + lastCharacter, others }
}
