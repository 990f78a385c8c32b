/** How many typing mistakes a word of this length may have. */
export const tolerance = (word: string): 0 | 1 | 2 => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/**
 * Edits from one word to the other: a letter more, less, another, or two that changed places. Answers a number above
 * `most` as soon as it is clear that there are more (optimal string alignment).
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const edits = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      row.push(edits)
      least = Math.min(least, edits)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Only the beginning of a word is misspelled here; a longer one differs in it, or is found by its beginning. */
const prefix = 8

/**
 * The word and what deleting letters makes of its beginning. Two words within the tolerated distance have one of these
 * in common, so that a table of them finds all candidates by key (SymSpell).
 */
export function spellings(word: string): string[] {
  const made = new Set([word.slice(0, prefix)])
  let latest = [...made]
  for (let edits = tolerance(word); edits > 0; edits--) {
    latest = latest.flatMap((one) => [...one].map((_, index) => one.slice(0, index) + one.slice(index + 1)))
    for (const one of latest) made.add(one)
  }
  return [...made]
}
