/** Bounds of a number in a query, from 0 on; null for none. */
export interface Bounds {
  min: number | null
  max: number | null
}

const years = /(?:years?|yrs?)\b(?:\s+(?:of\s+)?experience)?/.source
const hIndex = /(?:an?\s+)?h[\s-]?index(?:\s+(?:of|is))?/.source

/** Where the number stands: "10 years" and "h-index over 10". */
const units = {
  years: { before: '', after: `\\s*\\+?\\s*${years}` },
  'h-index': { before: `\\b${hIndex}\\s*`, after: '\\+?' },
} as const

const number = '(\\d{1,3})'

/** The ways to bound a number, the longer ones first. */
const bounds: readonly { words: string; read: (first: number, second: number) => Bounds }[] = [
  {
    words: `(?:between\\s+)?${number}\\s*(?:and|to|-|–)\\s*${number}`,
    read: (a, b) => ({ min: Math.min(a, b), max: Math.max(a, b) }),
  },
  { words: `(?:fewer|less|lower)\\s+than\\s+${number}`, read: (a) => ({ min: null, max: Math.max(0, a - 1) }) },
  { words: `(?:under|below)\\s+${number}`, read: (a) => ({ min: null, max: Math.max(0, a - 1) }) },
  {
    words: `(?:at\\s+most|up\\s+to|no\\s+more\\s+than|max(?:imum)?(?:\\s+of)?)\\s+${number}`,
    read: (a) => ({ min: null, max: a }),
  },
  { words: `(?:more|greater|higher)\\s+than\\s+${number}`, read: (a) => ({ min: a + 1, max: null }) },
  { words: `(?:over|above)\\s+${number}`, read: (a) => ({ min: a + 1, max: null }) },
  {
    words: `(?:(?:at\\s+least|no\\s+(?:fewer|less)\\s+than|min(?:imum)?(?:\\s+of)?)\\s+)?${number}`,
    read: (a) => ({ min: a, max: null }),
  },
]

const patterns = Object.fromEntries(
  Object.entries(units).map(([unit, { before, after }]) => [
    unit,
    bounds.map(({ words, read }) => ({
      pattern: new RegExp(`(?:\\bwith\\s+)?${before}${before === '' ? '\\b' : ''}${words}${after}`, 'i'),
      read,
    })),
  ]),
)

/** Finds the bounds of a number in a query, and returns the query without them. */
export function extractBounds(query: string, unit: keyof typeof units): Bounds & { text: string } {
  for (const { pattern, read } of patterns[unit] ?? []) {
    const found = pattern.exec(query)
    if (found === null) continue
    const numbers = found.slice(1).filter((group) => group !== undefined)
    return { ...read(Number(numbers[0]), Number(numbers[1] ?? 0)), text: query.replace(found[0], ' ') }
  }
  return { min: null, max: null, text: query }
}
