import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Finds each place once: the index of places is entered anew behind the one before. */
const distinctPlaces = sql<{ location: string }>`(with recursive places (location) as (
  select min(location) from job_posts
  union all
  select (select min(job_posts.location) from job_posts where job_posts.location > places.location)
  from places where places.location is not null
) select location from places where location is not null)`

export const places = {
  all: prepare((q) => q.selectFrom(distinctPlaces.as('distinct_places')).select('location')),

  ofPosts: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('job_posts').select('location').distinct().where('id', 'in', integerList(p.ids)),
  ),
}
