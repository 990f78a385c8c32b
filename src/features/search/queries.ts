import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface SearchRow {
  query: string
  user_id: number
  day: string
  label: string
  now: string
}

export const searchQueries = {
  add: prepare((q, p: SearchRow) =>
    q
      .insertInto('search_queries')
      .values({ query: p.query, user_id: p.user_id, day: p.day, label: p.label, count: 1, last_at: p.now })
      .onConflict((conflict) =>
        conflict.columns(['query', 'user_id', 'day']).doUpdateSet({
          count: sql<number>`search_queries.count + 1`,
          last_at: sql<string>`excluded.last_at`,
        }),
      ),
  ),

  /** Some users of the query, enough to decide whether it is popular. */
  people: prepare((q, p: { query: string; since: string; most: number }) =>
    q
      .selectFrom('search_queries')
      .select('user_id')
      .distinct()
      .where('query', '=', p.query)
      .where('day', '>=', p.since)
      .limit(p.most),
  ),

  counts: prepare((q, p: { query: string; since: string }) =>
    q
      .selectFrom('search_queries')
      .select([sql<number>`coalesce(sum("count"), 0)`.as('total'), sql<number>`count(distinct user_id)`.as('people')])
      .where('query', '=', p.query)
      .where('day', '>=', p.since),
  ),

  sweep: prepare((q, p: { before: string }) => q.deleteFrom('search_queries').where('day', '<', p.before)),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('search_queries')
      .select(['label as query', 'day', 'count'])
      .where('user_id', '=', p.user_id)
      .orderBy('day')
      .orderBy('query'),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('search_queries').where('user_id', '=', p.user_id)),
}

export const popularQueries = {
  best: prepare((q, p: { limit: number }) =>
    q
      .selectFrom('popular_queries')
      .select(['label as query', 'count'])
      .orderBy('count', 'desc')
      .orderBy('query', 'desc')
      .limit(p.limit),
  ),

  beginning: prepare((q, p: { from: string; until: string; limit: number }) =>
    q
      .selectFrom('popular_queries')
      .select(['label', 'count'])
      .where('query', '>=', p.from)
      .where('query', '<', p.until)
      .orderBy('count', 'desc')
      .orderBy('query')
      .limit(p.limit),
  ),

  again: prepare((q, p: { query: string }) =>
    q.updateTable('popular_queries').set({ count: sql<number>`count + 1` }).where('query', '=', p.query),
  ),

  put: prepare((q, p: { query: string; label: string; count: number }) =>
    q
      .insertInto('popular_queries')
      .values({ query: p.query, label: p.label, count: p.count })
      .onConflict((conflict) => conflict.column('query').doUpdateSet({ count: p.count })),
  ),

  after: prepare((q, p: { query: string; most: number }) =>
    q
      .selectFrom('popular_queries')
      .select(['query', 'label'])
      .where('query', '>', p.query)
      .orderBy('query')
      .limit(p.most),
  ),

  remove: prepare((q, p: { query: string }) => q.deleteFrom('popular_queries').where('query', '=', p.query)),
}

export const clicks = {
  add: prepare(
    (
      q,
      p: {
        query: string
        researcher_id: number
        user_id: number
        position: number
        search_id: string | null
        now: string
      },
    ) =>
      q
        .insertInto('search_clicks')
        .values({
          query: p.query,
          researcher_id: p.researcher_id,
          user_id: p.user_id,
          position: p.position,
          search_id: p.search_id,
          clicked_at: p.now,
        })
        .onConflict((conflict) => conflict.columns(['query', 'researcher_id', 'user_id']).doNothing()),
  ),

  lift: prepare((q, p: { query: string; researcher_id: number }) =>
    q
      .insertInto('search_lifts')
      .values({ query: p.query, researcher_id: p.researcher_id, users: 1 })
      .onConflict((conflict) =>
        conflict.columns(['query', 'researcher_id']).doUpdateSet({ users: sql<number>`search_lifts.users + 1` }),
      ),
  ),

  lifts: prepare((q, p: { query: string; most: number }) =>
    q
      .selectFrom('search_lifts')
      .select(['researcher_id', 'users'])
      .where('query', '=', p.query)
      .orderBy('users', 'desc')
      .orderBy('researcher_id', 'desc')
      .limit(p.most),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('search_clicks')
      .select(['query', 'researcher_id', 'clicked_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('query')
      .orderBy('researcher_id'),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('search_clicks').where('user_id', '=', p.user_id)),
}

export const searchable = {
  listNames: prepare((q, p: { ids: number[] }) =>
    q
      .selectFrom('researchers')
      .innerJoin('users', 'users.id', 'researchers.user_id')
      .select(['researchers.id', 'users.name'])
      .where('researchers.id', 'in', integerList(p.ids)),
  ),

  /** Users whose name begins with the text. */
  names: prepare((q, p: { from: string; until: string; limit: number }) =>
    q
      .selectFrom('researchers')
      .innerJoin('users', 'users.id', 'researchers.user_id')
      .select(['users.name', 'name_key'])
      .where('visibility', '=', 'public')
      .where('name_key', '>=', p.from)
      .where('name_key', '<', p.until)
      .orderBy('name_key')
      .orderBy('researchers.id')
      .limit(p.limit),
  ),
}
