/** The number of typing errors that are tolerated in a word of this length. */
export const countToleratedEdits = (word: string): 0 | 1 | 2 => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/**
 * Returns the edit distance of two words (optimal string alignment): insertions, deletions, replacements and swaps of
 * neighbouring letters. Returns more than `most` as soon as the distance is larger.
 */
export function calculateEditDistance(a: string, b: string, most: number): number {
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

/** Computes the distances between the first `i` letters of one word and all prefixes of the other. */
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

/** Only the beginning of a word is indexed with misspellings; longer words differ there or match as a prefix. */
const prefix = 8

/**
 * Returns the word and the results of deleting letters from its beginning. Two words within the tolerated distance
 * share one of these, so that a table finds all candidates by key (SymSpell).
 */
export function createSpellings(word: string): string[] {
  // By characters, not by UTF-16 units.
  let latest = [[...word].slice(0, prefix)]
  const made = new Set(latest.map((letters) => letters.join('')))
  for (let edits = countToleratedEdits(word); edits > 0; edits--) {
    latest = latest.flatMap((letters) => letters.map((_, index) => letters.toSpliced(index, 1)))
    for (const letters of latest) made.add(letters.join(''))
  }
  return [...made]
}
