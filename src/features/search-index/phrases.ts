import type { WithConnection } from '#database/query/prepare.ts'
import { createBitmap, iterateIds } from './bitmaps.ts'
import { stemCached, tokenize } from './language/tokenizer.ts'
import { createMatcher, readTexts } from './profile-texts.ts'
import type { Match } from './request.ts'
import type { Snapshot } from './snapshot.ts'
import { yieldToEventLoop } from './yield.ts'

/** Of more matches the texts are not read; their phrases are made of the right pairs of words, possibly of several texts. */
const mostVerified = 200

/**
 * Keeps the matches in which each quoted phrase of three words or more stands in one text. The index knows neighbouring
 * words only.
 */
export async function verifyPhrases(
  ctx: WithConnection,
  index: Snapshot,
  found: Match,
  phrases: readonly (readonly string[])[],
): Promise<Match> {
  const long = phrases.filter(({ length }) => length > 2)
  if (long.length === 0 || found.total === 0 || found.total > mostVerified) return found
  const wanted = long.map(createPhraseTest)
  const ids: number[] = []
  for (const [id, texts] of await readTexts(ctx, index, [...iterateIds(found.set)])) {
    if (wanted.every((contains) => texts.some(({ text }) => contains(text)))) ids.push(id)
    await yieldToEventLoop()
  }
  return { ...found, set: createBitmap(ids), total: ids.length }
}

function createPhraseTest(words: readonly string[]): (text: string) => boolean {
  const phrase = toStems(words)
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  const { mayMatch } = createMatcher(new Set([stemCached(longest)]))
  return (text) => mayMatch(text) && toStems(tokenize(text)).includes(phrase)
}

const toStems = (words: readonly string[]) => ` ${words.map(stemCached).join(' ')} `
