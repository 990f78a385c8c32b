/** The places of posts by the beginnings of their words. Many posts have the same place, so that places are compared instead of posts. */

import { limitEntries } from '@research-platform/search-engine/words'
import { LRUCache } from 'lru-cache'
import type { Context } from '#context.ts'
import { splitWords } from '#core/text-normalization.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { places } from './place-queries.ts'
import { jobPostSearchModule } from './search.ts'

/** The words of places, which many searches compare. */
const wordsByPlace = new LRUCache<string, readonly string[]>(limitEntries(20_000))

function listWordsOf(place: string): readonly string[] {
  const words = wordsByPlace.get(place) ?? splitWords(place)
  wordsByPlace.set(place, words)
  return words
}

/** Selects the places in which every word of the text begins a word; none for a text without a word. */
function selectPlaces(rows: readonly { location: string }[], text: string): string[] {
  const wanted = splitWords(text)
  if (wanted.length === 0) return []
  return rows
    .map(({ location }) => location)
    .filter((place) => wanted.every((part) => listWordsOf(place).some((word) => word.startsWith(part))))
}

/** Lists the places of all posts that the text names; it compares all of them, in a worker thread. */
export const listPlaces = async (ctx: WithConnection, text: string): Promise<string[]> =>
  selectPlaces(await places.all.all(ctx, {}), text)

/** Finds the places that the text names. */
export const findPlaces = (ctx: Context, text: string): Promise<string[]> =>
  ctx.db.runInWorker({ module: jobPostSearchModule, name: 'listPlaces', input: text })

/** Finds those of the places of some posts that the text names. */
export const findPlacesOfPosts = async (ctx: WithConnection, ids: readonly number[], text: string): Promise<string[]> =>
  selectPlaces(await places.ofPosts.all(ctx, { ids }), text)
