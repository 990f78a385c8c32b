/** Lays out lines of text in any script: fonts by character, both directions (UAX #9), line breaks between words. */

import bidiFactory from 'bidi-js'
import type { ShapedFont } from './shaping.ts'

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
// Joiners between letters are kept, because Persian and Indic scripts need them, and isolates, which order a line.
const invisibleCharacters = /(?!\u200c|\u200d|[\u2066-\u2069])[\p{Cc}\p{Cf}]/gu
const isolates = /[\u2066-\u2069]/gu
const withoutGlyph = /\u200c|\u200d|[\ufe00-\ufe0f\u2066-\u2069]/gu

/** A part of a line with one font and one direction. */
interface Run {
  font: ShapedFont
  text: string
  level: number
}

export interface Line {
  /** The text in reading order. */
  text: string
  runs: Run[]
  /** In points. */
  width: number
}

/** More than 30 combining marks in a row (UAX #15, section 13): the time of normalization grows with the square of their number. */
const longRuns = /(\p{M}{30})\p{M}+/gu

/** Normalizes a text: composed characters, single spaces, nothing invisible. */
export const removeUndrawable = (text: string): string =>
  text.replace(longRuns, '$1').normalize('NFC').replace(/\s+/g, ' ').replace(invisibleCharacters, '').trim()

/** Returns the first font that has the whole grapheme, or undefined. */
const findFont = (fonts: readonly ShapedFont[], grapheme: string): ShapedFont | undefined => {
  const characters = [...grapheme.replace(withoutGlyph, '')].map((one) => one.codePointAt(0) ?? 0)
  return fonts.find((font) => characters.every((one) => font.has(one)))
}

/** Removes words that no font can print, because a part of a name is another name. */
export function removeUnprintable(text: string, fonts: readonly ShapedFont[]): { text: string; isComplete: boolean } {
  const all = text.split(' ')
  const kept = all.filter((word) =>
    [...graphemes.segment(word)].every(({ segment }) => findFont(fonts, segment) !== undefined),
  )
  return { text: kept.join(' '), isComplete: kept.length === all.length }
}

/** The direction of a text: `auto` is that of its first letter. */
export type Direction = 'auto' | 'rtl'

export interface TextStyle {
  fonts: readonly ShapedFont[]
  /** In points. */
  size: number
  /** In points. */
  width: number
  direction: Direction
}

/** Breaks the text into lines no wider than `width` points. */
export function splitLines(text: string, { fonts, size, width, direction }: TextStyle): Line[] {
  const lines: Line[] = []
  let current = ''
  const layOutPart = (part: string) => layOut(part.trimEnd(), { fonts, size, direction })
  const push = () => {
    if (current.trim() !== '') lines.push(layOutPart(current))
    current = ''
  }
  for (const part of splitBreakable(text)) {
    if (current !== '' && layOutPart(current + part).width > width) push()
    for (const piece of layOutPart(part).width > width ? splitGraphemes(part) : [part]) {
      if (current !== '' && layOutPart(current + piece).width > width) push()
      current += piece
    }
  }
  push()
  return lines
}

const splitGraphemes = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment)

/** Splits the text where a line may end: after spaces, and between words of scripts that write no spaces. */
function splitBreakable(text: string): string[] {
  const parts: string[] = []
  let before: Intl.SegmentData | undefined
  for (const segment of words.segment(text)) {
    const mayBreak =
      before === undefined || / $/.test(before.segment) || (before.isWordLike === true && segment.isWordLike === true)
    if (mayBreak) parts.push(segment.segment)
    else parts.push((parts.pop() ?? '') + segment.segment)
    before = segment
  }
  return parts
}

/** Lays out one line, with its runs in visual order. */
function layOut(text: string, { fonts, size, direction }: Omit<TextStyle, 'width'>): Line {
  const runs = orderVisually(splitRuns(text, fonts, direction))
  const width = runs.reduce((sum, run) => sum + run.font.measureWidth(run.text, size, isReversed(run)), 0)
  return { text, runs, width }
}

const isReversed = ({ level }: Run) => level % 2 === 1

function splitRuns(text: string, fonts: readonly ShapedFont[], direction: Direction): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction === 'rtl' ? 'rtl' : undefined)
  const runs: Run[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    if (segment.replace(isolates, '') === '') continue
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    // Spaces and punctuation use the font of the previous character where it has them.
    const isCommon = /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(segment)
    const candidates = isCommon && last !== undefined ? [last.font, ...fonts] : fonts
    const font = findFont(candidates, segment)
    if (font === undefined) continue
    if (last !== undefined && last.font === font && last.level === level) last.text += segment
    else runs.push({ font, text: segment, level })
  }
  return runs
}

/** UAX #9, rule L2: from the highest level to the lowest odd one, reverses sequences of that level or higher. */
function orderVisually(runs: Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end + 1
    }
  }
  return ordered
}

interface Placement {
  x: number
  /** The baseline. */
  y: number
  size: number
  /** Points between letters. */
  spacing?: number
}

/** Writes a line. */
export function writeLine({ runs }: Line, { x, y, size, spacing = 0 }: Placement): void {
  let left = x
  for (const run of runs) {
    const isRightToLeft = isReversed(run)
    run.font.write(run.text, { x: left, y, size, isRightToLeft, spacing })
    left += run.font.measureWidth(run.text, size, isRightToLeft) + spacing * [...run.text].length
  }
}
