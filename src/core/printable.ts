/** What of a text the fonts of our documents can print. */

/** Scripts that the fonts have and that need no more shaping than they get. */
const known =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]+$/u
const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{M}\u200c]+$/u
const letters = /^[\p{L}\p{M}\u200c]+$/u
const meaning = /[\p{L}\p{N}]/u
// The joiner that Persian writes between letters stays.
const unseen = /(?!\u200c)[\p{Cc}\p{Cf}]/gu

export interface Printable {
  /** Empty when none of it can be. */
  text: string
  /** Whether nothing had to be left out. */
  complete: boolean
  /** It runs from right to left, see `reversedRun`. */
  reversed: boolean
}

/** What of a text can be printed without mojibake. Whole words are left out, because half a name is another name. */
export function printable(text: string, hasGlyphs: (word: string) => boolean): Printable {
  const words = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(unseen, '')
    .split(' ')
    .filter((word) => word !== '')
  if (
    words.some(isReversed) &&
    words.every((word) => (isReversed(word) || isNeutral(word)) && hasGlyphs(word))
  )
    return { text: words.join(' '), complete: true, reversed: true }
  const kept = words.filter((word) => known.test(word) && hasGlyphs(word))
  const complete = kept.length === words.length
  const rest = complete ? kept : kept.filter((word) => meaning.test(word))
  return { text: rest.join(' '), complete, reversed: false }
}

const isReversed = (word: string) => rightToLeft.test(word) && letters.test(word)
const isNeutral = (word: string) => known.test(word) && !/\p{L}/u.test(word)

/**
 * A line of words from right to left as it is given to pdfkit, which draws a run that has such letters backwards as a
 * whole, where numbers run forwards; and which would part it at any space that may be broken.
 */
export function reversedRun(words: readonly string[]): string {
  const run = words.some(isReversed) ? words.map(turned) : words.toReversed()
  return run.join('\u00a0')
}

const turned = (word: string) => (isReversed(word) ? word : [...word].toReversed().join(''))
