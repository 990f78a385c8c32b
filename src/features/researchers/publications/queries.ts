import { sql } from 'kysely'
import { type AgeOrder, getSortDirection } from '#core/page.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { publicationRecord } from './record.ts'

const { columns, newRow, values } = publicationRecord

export type NewRow = Omit<NewRowOf<typeof publicationRecord>, 'created_at' | 'updated_at'> & { now: string }
type Change = Omit<NewRow, 'researcher_id'> & { id: number }

const selectPublications = (q: Builder) => q.selectFrom('publications').select(columns)

interface Selection extends AgeOrder {
  researcher_id: number
  /** The first and the last date. */
  from?: string | undefined
  until?: string | undefined
}

export const publications = {
  ofResearcher: prepareList(
    (q, p: Selection) => {
      const direction = getSortDirection(p)
      let list = selectPublications(q).where('researcher_id', '=', p.researcher_id)
      if (p.from !== undefined) list = list.where('issued', '>=', p.from)
      if (p.until !== undefined) list = list.where('issued', '<=', p.until)
      return list.orderBy('issued', direction).orderBy('id', direction)
    },
    { optional: ['from', 'until', 'oldest'] },
  ),

  byId: prepare((q, p: { researcher_id: number; id: number }) =>
    selectPublications(q)
      .select(['source_keys', 'edited'])
      .where('researcher_id', '=', p.researcher_id)
      .where('id', '=', p.id),
  ),

  /** The newest, without what is long. */
  newest: prepare((q, p: { researcher_id: number; most: number }) =>
    q
      .selectFrom('publications')
      .select(['title', 'authors', 'year', 'date', 'container_title', 'type', 'doi', 'url'])
      .where('researcher_id', '=', p.researcher_id)
      .orderBy('issued', 'desc')
      .orderBy('id', 'desc')
      .limit(p.most),
  ),

  /** What says which works they are. */
  works: prepare((q, p: { researcher_id: number }) =>
    q
      .selectFrom('publications')
      .select(['id', 'doi', 'work_key', 'source_keys'])
      .where('researcher_id', '=', p.researcher_id)
      .orderBy('id'),
  ),

  counts: prepare((q, p: { researcher_id: number }) =>
    q
      .selectFrom('publications')
      .select([
        sql<number>`count(*)`.as('total'),
        sql<number>`coalesce(sum(case when verified = true then 1 else 0 end), 0)`.as('verified'),
      ])
      .where('researcher_id', '=', p.researcher_id),
  ),

  add: prepare((q, p: NewRow) =>
    q
      .insertInto('publications')
      .values(newRow(p, { created_at: p.now, updated_at: p.now }))
      .returning('id'),
  ),

  change: prepare((q, p: Change) =>
    q
      .updateTable('publications')
      .set({
        ...values(p),
        authors_count: p.authors_count,
        source: p.source,
        verified: p.verified,
        issued: p.issued,
        work_key: p.work_key,
        source_keys: p.source_keys,
        edited: p.edited,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('publications').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectPublications(q)
      .where('researcher_id', '=', q.selectFrom('researchers').select('id').where('user_id', '=', p.user_id))
      .orderBy('id'),
  ),
}

/** Takes the lock of a profile until the end of the transaction, so that two requests do not store the same work. */
export const touchProfile = prepare((q, p: { id: number; now: string }) =>
  q.updateTable('researchers').set({ updated_at: p.now }).where('id', '=', p.id),
)
