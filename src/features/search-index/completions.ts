/** Suggestions for a word that is not finished. */

import { countIds, intersect, postingKey, stemCached, zones } from '@research-platform/search-engine'
import type { KnownTerm, Vocabulary } from '@research-platform/search-engine/query'
import type { Snapshot } from './snapshot.ts'

/** Words with the same beginning that are tried. */
const maxTried = 60

interface UnfinishedWord {
  /** The word before the unfinished one; null for none. */
  before: string | null
  last: string
  most: number
}

/**
 * Returns words for the last one: those that stand side by side with the word before it in a profile, or without one all that begin
 * so, except in names of people. The most frequent come first, and of several forms of a word one is returned.
 */
export async function completeLastWord(
  index: Snapshot,
  vocabulary: Vocabulary,
  { before, last, most }: UnfinishedWord,
): Promise<string[]> {
  const words = (await vocabulary.findByPrefix('word', last, maxTried)).filter(({ term }) => term !== last)
  if (before !== null) return rankByPostings(index, words, (word) => [postingKey.pair(before, word)], most)
  const listKeys = (word: string) => zones.filter((zone) => zone !== 'name').map((zone) => postingKey.word(zone, word))
  return rankByPostings(index, words, listKeys, most)
}

/** Returns the words with the most people in one of their posting lists; none that no public profile has there. */
async function rankByPostings(
  index: Snapshot,
  words: readonly KnownTerm[],
  listKeys: (word: string) => readonly string[],
  most: number,
): Promise<string[]> {
  const sets = await index.readPostings([postingKey.all, ...words.flatMap(({ term }) => listKeys(term))])
  const all = sets.get(postingKey.all) ?? new Map()
  const counted = words.map(({ term, researchers }) => ({
    term,
    researchers,
    count: Math.max(...listKeys(term).map((key) => countIds(intersect(all, sets.get(key) ?? new Map())))),
  }))
  const sorted = counted
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) =>
        b.count - a.count ||
        b.researchers - a.researchers ||
        b.term.length - a.term.length ||
        (a.term < b.term ? -1 : 1),
    )
  const byStem = new Map(sorted.toReversed().map(({ term }) => [stemCached(term), term]))
  return sorted.flatMap(({ term }) => (byStem.get(stemCached(term)) === term ? [term] : [])).slice(0, most)
}
