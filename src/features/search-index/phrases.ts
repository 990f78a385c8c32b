import { createBitmap, iterateIds, stemCached, tokenize, waitForEventLoop } from '@research-platform/search-engine'
import type { Match } from '@research-platform/search-engine/query'
import { createMatcher } from './profile-texts.ts'
import type { Snapshot } from './snapshot.ts'

/** Of more matches the texts are not read; their phrases are made of the right pairs of words, possibly of several texts. */
const maxVerified = 200
const readAtOnce = 20
/** The texts of very long profiles are not all read, so that a phrase costs a bounded time and memory. */
const maxCharacters = 4_000_000

/**
 * Keeps the matches in which each quoted phrase of three words or more stands in one text. The index knows neighbouring
 * words only.
 */
export async function verifyPhrases(
  index: Snapshot,
  found: Match,
  phrases: readonly (readonly string[])[],
): Promise<Match> {
  const long = phrases.filter(({ length }) => length > 2)
  if (long.length === 0 || found.total === 0 || found.total > maxVerified) return found
  const wanted = long.map(createPhraseTest)
  const kept: number[] = []
  const unread = [...iterateIds(found.set)]
  for (let room = maxCharacters; room > 0 && unread.length > 0; ) {
    for (const [id, texts] of await index.readTexts(unread.splice(0, readAtOnce))) {
      if (wanted.every((contains) => texts.some(({ text }) => contains(text)))) kept.push(id)
      room -= texts.reduce((sum, { text }) => sum + text.length, 0)
      await waitForEventLoop()
    }
  }
  const ids = [...kept, ...unread]
  return { ...found, set: createBitmap(ids), total: ids.length }
}

function createPhraseTest(words: readonly string[]): (text: string) => boolean {
  const phrase = toStems(words)
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  const { mayMatch } = createMatcher(new Set([stemCached(longest)]))
  return (text) => mayMatch(text) && toStems(tokenize(text)).includes(phrase)
}

const toStems = (words: readonly string[]) => ` ${words.map(stemCached).join(' ')} `
