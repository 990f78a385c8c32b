import { sql } from 'kysely'
import { castInteger, castTimestamp, integerList, textList } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { type SavedSearchKind, savedSearchRecord } from './record.ts'

const { columns, newRow, values } = savedSearchRecord

type Content = WrittenValues<typeof savedSearchRecord> & { now: string }

const selectSearches = (q: Builder) => q.selectFrom('saved_searches').select(columns).select('user_id')

export const savedSearches = {
  ofUser: prepareList((q, p: { user_id: number }) =>
    selectSearches(q).where('user_id', '=', p.user_id).orderBy('id', 'desc'),
  ),

  countOfUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('saved_searches').select(sql<number>`count(*)`.as('total')).where('user_id', '=', p.user_id),
  ),

  byId: prepare((q, p: { id: number }) => selectSearches(q).where('id', '=', p.id)),

  add: prepare((q, p: Content & { user_id: number }) =>
    q
      .insertInto('saved_searches')
      .values(newRow(p, { created_at: p.now, updated_at: p.now, since: p.now, due_at: null, last_digest_at: null }))
      .returning('id'),
  ),

  change: prepare((q, p: Content & { id: number }) =>
    q
      .updateTable('saved_searches')
      .set({ ...values(p), updated_at: p.now })
      .where('id', '=', p.id),
  ),

  /** Begins anew: only what is published from now on is found. */
  restart: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('saved_searches').set({ since: p.now, due_at: null }).where('id', '=', p.id),
  ),

  /** Lets a digest that waits for its day be due at once; the next one waits as the new frequency says. */
  reschedule: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('saved_searches').set({ due_at: p.now }).where('id', '=', p.id).where('due_at', 'is not', null),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('saved_searches').where('id', '=', p.id)),

  unsubscribe: prepare((q, p: { user_id: number; now: string }) =>
    q
      .updateTable('saved_searches')
      .set({ frequency: 'never', due_at: null, updated_at: p.now })
      .where('user_id', '=', p.user_id)
      .where('frequency', '!=', 'never'),
  ),

  listByUser: prepare((q, p: { user_id: number }) => selectSearches(q).where('user_id', '=', p.user_id).orderBy('id')),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('saved_searches').where('user_id', '=', p.user_id)),
}

export const searchTerms = {
  add: prepare((q, p: { id: number; terms: readonly string[] }) =>
    q
      .insertInto('saved_search_terms')
      .columns(['term', 'search_id'])
      .expression((eb) =>
        eb
          .selectFrom('saved_searches')
          .innerJoin(sql<{ value: string }>`${textList(p.terms)}`.as('terms'), (join) => join.onTrue())
          .select([sql<string>`terms.value`.as('term'), 'saved_searches.id'])
          .where('saved_searches.id', '=', p.id),
      ),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('saved_search_terms').where('search_id', '=', p.id)),

  /** Counts the searches of some terms, up to a limit. */
  count: prepare((q, p: { terms: readonly string[]; limit: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('saved_search_terms')
          .select('search_id')
          .where('term', 'in', textList(p.terms))
          .limit(p.limit)
          .as('some'),
      )
      .select(sql<number>`count(*)`.as('total')),
  ),
}

interface Candidates {
  kind: SavedSearchKind
  terms: readonly string[]
  owner: number
  published_at: string
  after: number
  limit: number
}

export const searchMatches = {
  /** The searches that have one of the terms, and for which the item is new; never those of its owner. */
  candidates: prepare((q, p: Candidates) =>
    q
      .selectFrom('saved_searches')
      .select(['id', 'query', 'filters'])
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('saved_search_terms')
          .select('search_id')
          .where('term', 'in', textList(p.terms))
          .where('search_id', '>', p.after),
      )
      .where('kind', '=', p.kind)
      .where('frequency', '!=', 'never')
      .where('user_id', '!=', p.owner)
      .where('since', '<=', p.published_at)
      .orderBy('id')
      .limit(p.limit),
  ),

  add: prepare((q, p: { item_id: number; searches: readonly number[]; now: string }) =>
    q
      .insertInto('saved_search_matches')
      .columns(['search_id', 'item_id', 'found_at'])
      .expression((eb) =>
        eb
          .selectFrom('saved_searches')
          .select(['id', castInteger(p.item_id).as('item_id'), castTimestamp(p.now).as('found_at')])
          .where('id', 'in', integerList(p.searches)),
      )
      .onConflict((conflict) => conflict.columns(['search_id', 'item_id']).doNothing())
      .returning('search_id'),
  ),

  schedule: prepare((q, p: { searches: readonly number[]; now: string; tomorrow: string; monday: string }) =>
    q
      .updateTable('saved_searches')
      .set((eb) => ({
        due_at: eb
          .case('frequency')
          .when('instant')
          .then(castTimestamp(p.now))
          .when('daily')
          .then(castTimestamp(p.tomorrow))
          .else(castTimestamp(p.monday))
          .end(),
      }))
      .where('id', 'in', integerList(p.searches))
      .where('due_at', 'is', null)
      .where('frequency', '!=', 'never'),
  ),

  ofSearch: prepareList((q, p: { search_id: number }) =>
    q
      .selectFrom('saved_search_matches')
      .select(['item_id', 'found_at'])
      .where('search_id', '=', p.search_id)
      .orderBy('found_at', 'desc')
      .orderBy('item_id', 'desc'),
  ),

  unsent: prepare((q, p: { search_id: number; limit: number }) =>
    q
      .selectFrom('saved_search_matches')
      .select('item_id')
      .where('search_id', '=', p.search_id)
      .where('sent_at', 'is', null)
      .orderBy('item_id', 'desc')
      .limit(p.limit),
  ),

  countUnsent: prepare((q, p: { search_id: number }) =>
    q
      .selectFrom('saved_search_matches')
      .select(sql<number>`count(*)`.as('total'))
      .where('search_id', '=', p.search_id)
      .where('sent_at', 'is', null),
  ),

  send: prepare((q, p: { search_id: number; now: string }) =>
    q
      .updateTable('saved_search_matches')
      .set({ sent_at: p.now })
      .where('search_id', '=', p.search_id)
      .where('sent_at', 'is', null),
  ),

  removeOfSearch: prepare((q, p: { search_id: number }) =>
    q.deleteFrom('saved_search_matches').where('search_id', '=', p.search_id),
  ),

  sweep: prepare((q, p: { until: string; most: number }) =>
    q.deleteFrom('saved_search_matches').where(
      sql<boolean>`(search_id, item_id) in (
        select search_id, item_id from saved_search_matches where found_at < ${p.until} limit ${p.most})`,
    ),
  ),
}
