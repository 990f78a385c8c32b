/** The fonts of documents: DejaVu for most scripts, Noto for the others, chosen by character. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadFallbackFonts, type Weight } from './fallback-fonts.ts'
import type { ShapedFont } from './shaping.ts'

const { resolve } = createRequire(import.meta.url)

export type Face = 'sans' | 'sansBold' | 'serif' | 'serifBold' | 'serifItalic'

const files: Record<Face, string> = {
  sans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  sansBold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  serif: 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
  serifBold: 'dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf',
  serifItalic: 'dejavu-fonts-ttf/ttf/DejaVuSerif-Italic.ttf',
}
const fontWeights: Record<Face, Weight> = {
  sans: 'regular',
  sansBold: 'bold',
  serif: 'regular',
  serifBold: 'bold',
  serifItalic: 'regular',
}
/** The scripts for which DejaVu is used. It has some glyphs of other scripts, but not their shaping. */
const ownScripts =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]/u

let fonts: Promise<Record<Face, Buffer>> | undefined

export function readFonts(): Promise<Record<Face, Buffer>> {
  fonts ??= Promise.all(Object.entries(files).map(async ([face, file]) => [face, await readFile(resolve(file))])).then(
    (entries) => Object.fromEntries(entries),
  )
  return fonts
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the characters that other fonts must print: a letter with its marks is printed by one font. */
function listMissing(text: string, font: ShapedFont): Set<number> {
  const clusters = Array.from(graphemes.segment(text), ({ segment }) =>
    [...segment].map((one) => one.codePointAt(0) ?? 0),
  )
  return new Set(clusters.filter((characters) => !characters.every(font.has)).flat())
}

/** Returns for each face the fonts that are tried for a character, in order. */
export async function buildFontStacks(
  addFont: (name: string, data: Buffer) => ShapedFont,
  data: Record<Face, Buffer>,
  texts: readonly string[],
) {
  const added = new Map<string, ShapedFont>()
  const add = (name: string, bytes: Buffer) => {
    const font = added.get(name) ?? addFont(name, bytes)
    added.set(name, font)
    return font
  }
  const addOwnFont = (face: Face): ShapedFont => {
    const font = add(face, data[face])
    return { ...font, has: (one) => ownScripts.test(String.fromCodePoint(one)) && font.has(one) }
  }
  const sans = addOwnFont('sans')
  const all = texts.join(' ')
  const missing = listMissing(all, sans)
  const others = missing.size === 0 ? [] : await loadFallbackFonts(all, missing)
  const stacks = new Map<Face, ShapedFont[]>()
  return (face: Face): ShapedFont[] => {
    const weight = fontWeights[face]
    const stack = stacks.get(face) ?? [
      addOwnFont(face),
      addOwnFont(weight === 'bold' ? 'sansBold' : 'sans'),
      ...others.filter((one) => one.weight === weight).map((one) => add(one.name, one.data)),
    ]
    stacks.set(face, stack)
    return stack
  }
}
