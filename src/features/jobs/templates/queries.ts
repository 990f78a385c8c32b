import { sql } from 'kysely'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { templateRecord } from './record.ts'

const { columns, newRow, values } = templateRecord

type Content = WrittenValues<typeof templateRecord> & { now: string }

const selectTemplates = (q: Builder) => q.selectFrom('message_templates').select(columns).select('user_id')

export const templates = {
  ofUser: prepareList((q, p: { user_id: number }) =>
    selectTemplates(q).where('user_id', '=', p.user_id).orderBy('id', 'desc'),
  ),

  count: prepare((q, p: { user_id: number }) =>
    q.selectFrom('message_templates').select(sql<number>`count(*)`.as('total')).where('user_id', '=', p.user_id),
  ),

  byId: prepare((q, p: { id: number }) => selectTemplates(q).where('id', '=', p.id)),

  add: prepare((q, p: Content & { user_id: number }) =>
    q
      .insertInto('message_templates')
      .values(newRow(p, { created_at: p.now, updated_at: p.now }))
      .returning('id'),
  ),

  change: prepare((q, p: Content & { id: number }) =>
    q
      .updateTable('message_templates')
      .set({ ...values(p), updated_at: p.now })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('message_templates').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) => selectTemplates(q).where('user_id', '=', p.user_id).orderBy('id')),

  removeByUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('message_templates').where('user_id', '=', p.user_id),
  ),
}
