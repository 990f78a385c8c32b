import type { Interpretation } from './alternatives.ts'
import { postingKey } from './document.ts'

/**
 * Raises people in whose name a word stands that means nothing elsewhere, beside the next word of the query: "An Otieno", "Will
 * Smith", "Otieno A". Such words are not searched for otherwise.
 */
export function addNameProximity(result: Interpretation, words: readonly string[], framing: ReadonlySet<number>) {
  for (const [index, first] of words.entries()) {
    const second = words[index + 1]
    if (second === undefined || !(framing.has(index) || framing.has(index + 1))) continue
    const pairs = [[postingKey.word('name', first), postingKey.word('name', second)]]
    if (first.length === 1) pairs.push([postingKey.initial(first), postingKey.word('name', second)])
    if (second.length === 1) pairs.push([postingKey.word('name', first), postingKey.initial(second)])
    result.proximity.push({ alternatives: pairs.map((keys) => ({ keys, weight: 1 })), isExtra: true })
  }
}
