/** Bounds of a number in a query, from 0 on; null for none. */
export interface Bounds {
  min: number | null
  max: number | null
}

const years =
  /(?:years?|yrs?|ans|années|años|anos|jahren?|miaka|سنوات|سنة)(?![\p{L}\p{N}])(?:\s+(?:of\s+)?experience)?/u.source
const hIndex = /(?:an?\s+)?(?:h[\s-]?index|[ií]ndice[\s-]+h)(?:\s+(?:of|is|de))?\s*:?/.source

/** Where the number stands: "10 years" and "experience over 10"; "h-index over 10" and "over 10 h-index". */
const units = {
  years: [
    { before: '(?:experience(?:\\s+of)?\\s*:?\\s*)?', after: `\\s*\\+?\\s*${years}` },
    { before: '(?:years\\s+of\\s+)?experience(?:\\s+of)?\\s*:?\\s*', after: '\\+?' },
  ],
  'h-index': [
    { before: `${hIndex}\\s*`, after: '\\+?' },
    { before: '', after: `\\s*\\+?\\s*${hIndex}` },
  ],
} as const

const number = '(\\d{1,3})'

/** The ways to bound a number, the longer ones first. */
const bounds: readonly { words: string; read: (first: number, second: number) => Bounds }[] = [
  {
    words: `(?:between\\s+)?${number}\\s*(?:and|to|-|–)\\s*${number}`,
    read: (a, b) => ({ min: Math.min(a, b), max: Math.max(a, b) }),
  },
  { words: `(?:>=|=>|≥|⩾)\\s*${number}`, read: (a) => ({ min: a, max: null }) },
  { words: `(?:<=|=<|≤|⩽)\\s*${number}`, read: (a) => ({ min: null, max: a }) },
  { words: `>\\s*${number}`, read: (a) => ({ min: a + 1, max: null }) },
  { words: `<\\s*${number}`, read: (a) => ({ min: null, max: Math.max(0, a - 1) }) },
  { words: `=\\s*${number}`, read: (a) => ({ min: a, max: a }) },
  { words: `${number}\\s+or\\s+(?:more|higher|above|over|greater)`, read: (a) => ({ min: a, max: null }) },
  { words: `${number}\\s+or\\s+(?:less|fewer|lower|below|under)`, read: (a) => ({ min: null, max: a }) },
  {
    words: `(?:(?:fewer|less|lower|smaller)\\s+than|menos\\s+de|moins\\s+de|weniger\\s+als|unter|chini\\s+ya|أقل\\s+من)\\s+${number}`,
    read: (a) => ({ min: null, max: Math.max(0, a - 1) }),
  },
  { words: `(?:under|below)\\s+${number}`, read: (a) => ({ min: null, max: Math.max(0, a - 1) }) },
  {
    words: `(?:at\\s+most|up\\s+to|no\\s+more\\s+than|max(?:imum)?(?:\\s+of)?)\\s+${number}`,
    read: (a) => ({ min: null, max: a }),
  },
  {
    words: `(?:(?:more|greater|higher|larger|bigger)\\s+than|m[áa]s\\s+de|mais\\s+de|plus\\s+de|mehr\\s+als|über|zaidi\\s+ya|أكثر\\s+من)\\s+${number}`,
    read: (a) => ({ min: a + 1, max: null }),
  },
  { words: `(?:over|above|exceeding|beyond)\\s+${number}`, read: (a) => ({ min: a + 1, max: null }) },
  {
    words: `(?:(?:at\\s+least|(?:al|por\\s+lo|pelo|ao)\\s+menos|au\\s+moins|mindestens|angalau|no\\s+(?:fewer|less)\\s+than|min(?:imum)?(?:\\s+of)?)\\s+)?${number}`,
    read: (a) => ({ min: a, max: null }),
  },
]

const patterns = Object.fromEntries(
  Object.entries(units).map(([unit, places]) => [
    unit,
    places.flatMap(({ before, after }) =>
      bounds.map(({ words, read }) => ({
        pattern: new RegExp(`(?:\\bwith\\s+)?(?<![\\p{L}\\p{N}])${before}${words}${after}`, 'iu'),
        read,
      })),
    ),
  ]),
)

/** Finds the bounds of a number in a query, and returns the query without them. */
export function extractBounds(query: string, unit: keyof typeof units): Bounds & { text: string } {
  if (!/\d/.test(query)) return { min: null, max: null, text: query }
  for (const { pattern, read } of patterns[unit] ?? []) {
    const found = pattern.exec(query)
    if (found === null) continue
    const numbers = found.slice(1).filter((group) => group !== undefined)
    return { ...read(Number(numbers[0]), Number(numbers[1] ?? 0)), text: query.replace(found[0], ' ') }
  }
  return { min: null, max: null, text: query }
}
