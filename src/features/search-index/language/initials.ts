import { stopWords, tokenize } from './tokenizer.ts'

/** Words that join the names of institutions and that initials mostly leave out. */
const joining = new Set(
  'of the for and in at on de del della di da do das dos la le les des du der die das und fur van voor och og et y e'.split(
    ' ',
  ),
)
const minLength = 3
const maxLength = 8

/**
 * Returns the initials by which people name an institution, with and without joining words: `mit` for Massachusetts
 * Institute of Technology, `uon` for University of Nairobi.
 */
export function listInitials(name: string): string[] {
  const words = tokenize(name)
  const main = words.filter((word) => !joining.has(word))
  const initials = [main, words].map((some) => some.map((word) => word.charAt(0)).join(''))
  return [...new Set(initials)].filter(
    (letters) => letters.length >= minLength && letters.length <= maxLength && !stopWords.has(letters),
  )
}
