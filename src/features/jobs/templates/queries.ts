import { sql } from 'kysely'
import { asBoolean } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { templateRights } from '../rights.ts'
import { templateRecord } from './record.ts'

const { columns, newRow, values } = templateRecord

type Content = WrittenValues<typeof templateRecord> & { now: string }

const selectTemplates = (q: Builder) => q.selectFrom('message_templates').select(columns).select('user_id')

export const templates = {
  /** The templates of the user alone. */
  ofUser: prepareList((q, p: { user_id: number }) =>
    selectTemplates(q).where('user_id', '=', p.user_id).where('company_id', 'is', null).orderBy('id', 'desc'),
  ),

  ofCompany: prepareList((q, p: { company_id: number }) =>
    selectTemplates(q).where('company_id', '=', p.company_id).orderBy('id', 'desc'),
  ),

  countOfUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('message_templates')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where('company_id', 'is', null),
  ),

  countOfCompany: prepare((q, p: { company_id: number }) =>
    q.selectFrom('message_templates').select(sql<number>`count(*)`.as('total')).where('company_id', '=', p.company_id),
  ),

  byId: prepare((q, p: { id: number; actor_id: number }) =>
    selectTemplates(q)
      .select(asBoolean(templateRights.relates('colleague', { actor_id: p.actor_id })).as('is_colleague'))
      .where('id', '=', p.id),
  ),

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

  /** All that the user has written. */
  listByUser: prepare((q, p: { user_id: number }) => selectTemplates(q).where('user_id', '=', p.user_id).orderBy('id')),

  /** Those of companies stay with them. */
  removeByUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('message_templates').where('user_id', '=', p.user_id).where('company_id', 'is', null),
  ),

  removeOfCompany: prepare((q, p: { company_id: number }) =>
    q.deleteFrom('message_templates').where('company_id', '=', p.company_id),
  ),
}
