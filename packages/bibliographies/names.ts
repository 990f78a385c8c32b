/** Names of authors as BibTeX writes them (BibTeXing, section 4). */

import { decodeLatex } from './latex.ts'
import type { SourceAuthor } from './work.ts'

/** Splits a text where the separator stands outside of braces. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (depth <= 0) {
      separator.lastIndex = at
      const [found] = separator.exec(text) ?? []
      if (found === undefined || found === '') continue
      parts.push(text.slice(start, at))
      at += found.length - 1
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Returns the names of a list that is joined by `and`. */
export const splitNames = (text: string): string[] =>
  splitOutside(text.replace(/\s+/g, ' '), /\s+and(?=\s)/iy)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.toLowerCase() !== 'others')

/** Reads `First von Last`, `von Last, First` and `von Last, Jr, First`; a name in braces is that of a group. */
export function parseName(name: string): SourceAuthor {
  const parts = splitOutside(name, /,/y).map((part) => part.trim())
  const [first = '', second = '', ...rest] = parts
  if (parts.length === 1) return parseSpoken(first)
  const given = rest.length === 0 ? second : `${rest.join(' ')} ${second}`
  return { given: decodeLatex(given), family: decodeLatex(first) }
}

function parseSpoken(name: string): SourceAuthor {
  const words = splitOutside(name, /[\s~]+/y).filter((word) => word !== '')
  const particle = words.findIndex((word, index) => index > 0 && index < words.length - 1 && isParticle(word))
  const start = particle === -1 ? words.length - 1 : particle
  const isWhole = words.length > 1 && isParticle(words[0] ?? '')
  const families = isWhole ? words : words.slice(start)
  return { given: isWhole ? '' : join(words.slice(0, start)), family: join(families) }
}

const join = (words: readonly string[]) => words.map(decodeLatex).join(' ')

/** A particle begins with a small letter; a word in braces has no case. */
const isParticle = (word: string) =>
  (!word.startsWith('{') || word.startsWith('{\\')) && /^\P{L}*\p{Ll}/u.test(decodeLatex(word))
