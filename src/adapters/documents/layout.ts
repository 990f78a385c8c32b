/** Undoes what the layout of a page does to words, so that they are found. */

const spaces = ' \\u00a0\\u2000-\\u200a\\u202f'
const softHyphen = /\u00ad[^\S\n]*\n?[^\S\n]*/g
/** A word that goes on in the next line. Words with a hyphen of their own may be divided there. */
const dividedWord = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)[-\u2010\u2011][^\S\n]*\n[^\S\n]*(\p{Ll}[\p{L}\p{M}]*)/gu
/** Letters with one space after each; what follows a wider one is another word. */
const spacedWord = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:\\p{L}\\p{M}*[${spaces}]){2,}\\p{L}\\p{M}*(?![\\p{L}\\p{M}\\p{N}])`,
  'gu',
)
const space = new RegExp(`[${spaces}]`, 'g')

/**
 * Returns the text with words whole that soft hyphens, line ends and letter spacing divide. What may have been two words
 * stays in the text as well.
 */
export const readLayout = (text: string): string =>
  text
    .replace(softHyphen, '')
    .replace(dividedWord, (_, first: string, second: string) => `${first}${second} ${first}-${second}`)
    .replace(spacedWord, (letters) => `${letters.replace(space, '')} ${letters}`)

/** A piece of a line of a PDF, as pdf.js finds it. Gaps are pieces of their own. */
export interface Piece {
  str: string
  width: number
  hasEOL: boolean
}

const letter = /^\p{L}\p{M}*$/u
const spacedLetters = /^\p{L}\p{M}*(?: \p{L}\p{M}*)+$/u
/** A gap between words is wider than one between letters by this factor. */
const widerBy = 1.3

/** Returns the text of the pieces. Between words whose letters are spaced stand two spaces, which tell them apart. */
export function joinPieces(pieces: readonly Piece[]): string {
  let text = ''
  let line: Piece[] = []
  for (const piece of pieces) {
    line.push(piece)
    if (!piece.hasEOL) continue
    text += `${joinLine(line)}\n`
    line = []
  }
  return text + joinLine(line)
}

function joinLine(line: readonly Piece[]): string {
  const isBetween = (index: number, before: RegExp, after: RegExp) =>
    line[index]?.str === ' ' && before.test(line[index - 1]?.str ?? '') && after.test(line[index + 1]?.str ?? '')
  let usual = Number.POSITIVE_INFINITY
  for (const [index, { width }] of line.entries()) if (isBetween(index, letter, letter)) usual = Math.min(usual, width)

  const isWide = (index: number, width: number) =>
    usual < Number.POSITIVE_INFINITY
      ? width > widerBy * usual
      : isBetween(index, spacedLetters, /./) || isBetween(index, /./, spacedLetters)
  return line.map(({ str, width }, index) => (str === ' ' && isWide(index, width) ? '  ' : str)).join('')
}
