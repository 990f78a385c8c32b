/** Corrects words that begin no name: the nearest word of the list, the one of the best known institution among equals. */

import { calculateEditDistance, countToleratedEdits, waitForEventLoop } from '@research-platform/search-engine/words'

export interface Speller {
  /** Returns the words with the unknown ones corrected; null when one has no correction, or all are known. */
  correct(words: readonly string[]): string[] | null
}

const minLength = 4
/** Longer ones are no words. */
const maxLength = 60
/** Bytes of names that are read before other work may run. */
const batchSize = 20_000

/** Reads the words of folded names, which have spaces around them. */
export async function createSpeller(names: Buffer): Promise<Speller> {
  const known = new Set<string>()
  const [letters, lengths]: [number[], number[]] = [[], []]
  for (let at = 0; at < names.length; ) {
    const end = names.indexOf(' ', Math.min(at + batchSize, names.length - 1))
    for (const word of names.toString('utf8', at, end < 0 ? names.length : end).split(/\s+/)) {
      if (word.length < minLength || word.length > maxLength || known.has(word)) continue
      known.add(word)
      letters.push(toLetterSet(word))
      lengths.push(word.length)
    }
    at = end < 0 ? names.length : end
    await waitForEventLoop()
  }
  const words = [...known]
  const shapes = { letters: Uint32Array.from(letters), lengths: Uint8Array.from(lengths) }
  const hasBeginning = (word: string) => names.includes(` ${word}`)

  return {
    correct(input) {
      if (input.every(hasBeginning)) return null
      const corrected = input.map((word) => (hasBeginning(word) ? word : findNearest(word, words, shapes)))
      return corrected.every((word) => word !== null) ? corrected : null
    },
  }
}

/** The letters and lengths of the words, with which most of them are told apart from another one quickly. */
interface Shapes {
  letters: Uint32Array
  lengths: Uint8Array
}

/** One bit for each letter of the word. */
function toLetterSet(word: string): number {
  let set = 0
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & 31)
  return set >>> 0
}

function countBits(input: number): number {
  let bits = 0
  for (let rest = input; rest !== 0; rest &= rest - 1) bits++
  return bits
}

function findNearest(word: string, words: readonly string[], { letters, lengths }: Shapes): string | null {
  const tolerated = countToleratedEdits(word)
  const own = toLetterSet(word)
  let best: { word: string; edits: number } | null = null
  for (let index = 0; index < words.length; index++) {
    const most = best === null ? tolerated : best.edits - 1
    if (most < 1) break
    if (Math.abs(word.length - (lengths[index] ?? 0)) > most) continue
    if (countBits(own ^ (letters[index] ?? 0)) > 2 * most) continue
    const candidate = words[index] ?? ''
    const edits = calculateEditDistance(word, candidate, most)
    if (edits <= most) best = { word: candidate, edits }
  }
  return best?.word ?? null
}
