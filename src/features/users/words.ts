import { foldedWords } from '../../core/words.ts'

/** The last character there is: everything that begins with a word sorts from the word up to the word and it. */
export const lastCharacter = '\u{10ffff}'

/** What to look for; null when the text has no word. The longest word leads, because the fewest people have it. */
export function wantedWords(search: string) {
  const [word, ...others] = foldedWords(search).sort((a, b) => b.length - a.length)
  return word === undefined ? null : { word, end: word + lastCharacter, others }
}
