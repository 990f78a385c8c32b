/** The escapes of GIFT. An escaped character is a mark while a question is taken apart, so that it separates nothing. */

/** Escaped characters, by their marks: noncharacters of Unicode, which no text contains. */
const marks: Readonly<Record<string, string>> = {
  '\\': '\ufdd0',
  '~': '\ufdd1',
  '=': '\ufdd2',
  '#': '\ufdd3',
  '{': '\ufdd4',
  '}': '\ufdd5',
  ':': '\ufdd6',
  n: '\ufdd7',
}
export const lineBreakMark = '\ufdd7'

const characters = new Map(
  Object.entries(marks).map(([character, mark]) => [mark, character === 'n' ? '\n' : character]),
)

/** Returns the text with a mark for each escaped character. */
export const markEscapes = (text: string): string =>
  text.replace(/\\([\\~=#{}:n])/g, (_, character: string) => marks[character] ?? '')

/** Returns the text with the characters that the marks stand for. */
export const restoreEscapes = (text: string): string =>
  text.replace(/[\ufdd0-\ufdd7]/g, (mark) => characters.get(mark) ?? '')

/** Returns the text as GIFT writes it. */
export const escapeGift = (text: string): string => text.replace(/[\\~=#{}:]/g, '\\$&').replaceAll('\n', '\\n')
