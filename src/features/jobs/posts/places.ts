/** The places of posts by the beginnings of their words. Many posts have the same place, so that places are compared instead of posts. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '#context.ts'
import { splitWords } from '#core/text-normalization.ts'
import { integerList } from '#database/query/expressions.ts'
import { prepare, type WithConnection } from '#database/query/prepare.ts'
import { jobPostSearchModule } from './search.ts'

/** Finds each place once: the index of places is entered anew behind the one before. */
const distinctPlaces = sql<{ location: string }>`(with recursive places (location) as (
  select min(location) from job_posts
  union all
  select (select min(job_posts.location) from job_posts where job_posts.location > places.location)
  from places where places.location is not null
) select location from places where location is not null)`

const places = {
  all: prepare((q) => q.selectFrom(distinctPlaces.as('distinct_places')).select('location')),

  ofPosts: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('job_posts').select('location').distinct().where('id', 'in', integerList(p.ids)),
  ),
}

/** The words of places, which many searches compare. */
const wordsByPlace = new LRUCache<string, readonly string[]>({ max: 20_000 })

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
