/** Noto fonts for characters that the fonts of a document lack, reduced to those characters. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

export type Weight = 'regular' | 'bold'

/** A font for some characters, as TrueType. */
export interface FallbackFont {
  name: string
  weight: Weight
  data: Buffer
}

const weights: Record<Weight, number> = { regular: 400, bold: 700 }

const scripts = [
  ...['arabic', 'hebrew', 'devanagari', 'bengali', 'tamil', 'telugu', 'gujarati', 'gurmukhi', 'kannada'],
  ...['malayalam', 'sinhala', 'thai', 'lao', 'khmer', 'myanmar', 'ethiopic'],
  ...['adlam', 'cherokee', 'nko', 'thaana', 'tibetan', 'tifinagh'],
]
/** Scripts whose font has one weight, which stands for all. */
const ofOneWeight: ReadonlySet<string> = new Set(['noto-sans-nko', 'noto-sans-tifinagh'])
/** Scripts for which Noto has no font without serifs. */
const withSerifs: ReadonlySet<string> = new Set(['tibetan'])
/** Chinese characters look different in each country, so the other scripts of the text decide which font is used. */
const byCountry = [
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, order: ['jp', 'sc', 'tc', 'kr'] },
  { letters: /\p{Script=Hangul}/u, order: ['kr', 'sc', 'tc', 'jp'] },
  { letters: /\p{Script=Bopomofo}/u, order: ['tc', 'sc', 'jp', 'kr'] },
  { letters: /\p{Script=Han}/u, order: ['sc', 'tc', 'jp', 'kr'] },
]
/** Slices that the fonts of the documents contain themselves. */
const ownSlices = /^(latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese|math|symbols)$/

/** Returns fonts with those of the characters that any Noto font has, in the order in which they should be tried. */
export async function loadFallbackFonts(text: string, missing: ReadonlySet<number>): Promise<FallbackFont[]> {
  const left = new Set(missing)
  const fonts: FallbackFont[] = []
  for (const family of chooseFamilies(text)) {
    if (left.size === 0) break
    for (const slice of await loadSlices(family)) {
      const characters = [...left].filter(slice.has)
      if (characters.length === 0) continue
      for (const one of characters) left.delete(one)
      fonts.push(...(await createSubsets(slice, characters)))
    }
  }
  return fonts
}

function chooseFamilies(text: string): string[] {
  const { order } = byCountry.find(({ letters }) => letters.test(text)) ?? { order: [] }
  return [...scripts.filter((one) => containsScript(text, one)), ...order].map(nameFamily)
}

const nameFamily = (script: string) => `noto-${withSerifs.has(script) ? 'serif' : 'sans'}-${script}`

const scriptNames: Record<string, string> = { sinhala: 'Sinhala', lao: 'Lao', khmer: 'Khmer' }

function containsScript(text: string, family: string): boolean {
  const name = scriptNames[family] ?? family.charAt(0).toUpperCase() + family.slice(1)
  return new RegExp(`\\p{Script=${name}}`, 'u').test(text)
}

interface Slice {
  isVariable: boolean
  file: string
  has(codePoint: number): boolean
}

const sliceCache = new Map<string, Promise<Slice[]>>()

function loadSlices(family: string): Promise<Slice[]> {
  const slices = sliceCache.get(family) ?? readSlices(family)
  sliceCache.set(family, slices)
  return slices
}

/** Each package contains slices; its `unicode.json` says which characters are in which slice. */
async function readSlices(family: string): Promise<Slice[]> {
  const isVariable = !ofOneWeight.has(family)
  const folder = dirname(resolve(`@fontsource${isVariable ? '-variable' : ''}/${family}/package.json`))
  const ranges: Record<string, string> = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8'))
  return Object.entries(ranges)
    .filter(([slice]) => !ownSlices.test(slice))
    .map(([slice, spelled]) => {
      const bounds = spelled.split(',').map(parseRange)
      return {
        isVariable,
        file: join(
          folder,
          'files',
          `${family}-${slice.replace(/[[\]]/g, '')}-${isVariable ? 'wght' : '400'}-normal.woff2`,
        ),
        has: (codePoint) => bounds.some(([from, to]) => codePoint >= from && codePoint <= to),
      }
    })
}

/** Parses `U+900-97F` or `U+20B9`. */
function parseRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/** Creates one font for each weight with these characters and all their forms. */
async function createSubsets({ file, isVariable }: Slice, characters: number[]): Promise<FallbackFont[]> {
  const { default: subsetFont } = await import('subset-font')
  const whole = await readFile(file)
  // A space and the joiners are always included.
  const text = `${String.fromCodePoint(...characters)} \u200c\u200d\u25cc`
  return Promise.all(
    (['regular', 'bold'] as const).map(async (weight) => ({
      name: `${file.split(/[\\/]/).at(-1)}-${weight}`,
      weight,
      data: await subsetFont(whole, text, {
        targetFormat: 'truetype',
        ...(isVariable ? { variationAxes: { wght: weights[weight] } } : {}),
      }),
    })),
  )
}
