/** How many typing mistakes a word of this length may have. */
export const toleratedEdits = (word: string): 0 | 1 | 2 => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/**
 * Edits from one word to the other: a letter more, less, another, or two that changed places. Answers a number above
 * `most` as soon as it is clear that there are more (optimal string alignment).
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = calculateRow(a, b, i, [beforeLast, last])
    if (Math.min(...row) > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** The edits from the first `i` letters of the one word to each beginning of the other. */
function calculateRow(a: string, b: string, i: number, [beforeLast, last]: [number[], number[]]): number[] {
  const row = [i]
  for (let j = 1; j <= b.length; j++) {
    const cost = a[i - 1] === b[j - 1] ? 0 : 1
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
    row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost, swapped))
  }
  return row
}

/** Only the beginning of a word is misspelled here; a longer one differs in it, or is found by its beginning. */
const prefix = 8

/**
 * The word and what deleting letters makes of its beginning. Two words within the tolerated distance have one of these
 * in common, so that a table of them finds all candidates by key (SymSpell).
 */
export function createSpellings(word: string): string[] {
  // By letters, not by the halves some of them are stored in.
  let latest = [[...word].slice(0, prefix)]
  const made = new Set(latest.map((letters) => letters.join('')))
  for (let edits = toleratedEdits(word); edits > 0; edits--) {
    latest = latest.flatMap((letters) => letters.map((_, index) => letters.toSpliced(index, 1)))
    for (const letters of latest) made.add(letters.join(''))
  }
  return [...made]
}
