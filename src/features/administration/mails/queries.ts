import { sql } from 'kysely'
import { type AgeOrder, getSortDirection, type Slice } from '#core/page.ts'
import { perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { StoredAttachment } from '#database/tables/index.ts'

export const mailStates = ['waiting', 'sent', 'failed', 'canceled'] as const
export type MailState = (typeof mailStates)[number]

const state = sql<MailState>`case when sent_at is not null then 'sent' when failed_at is not null then 'failed'
  when canceled_at is not null then 'canceled' else 'waiting' end`

const selectMails = (q: Builder) =>
  q
    .selectFrom('mails')
    .select(['id', 'to', 'subject', 'created_at', 'sent_at', 'failed_at', 'canceled_at', 'failure'])
    .select(state.as('state'))

const selectState = (q: Builder, selected: MailState) => {
  const rows = selectMails(q)
  if (selected === 'sent') return rows.where('sent_at', 'is not', null)
  if (selected === 'failed') return rows.where('failed_at', 'is not', null)
  if (selected === 'canceled') return rows.where('canceled_at', 'is not', null)
  return rows.where('sent_at', 'is', null).where('failed_at', 'is', null).where('canceled_at', 'is', null)
}

/** The task that sends a mail. */
const ofMail = (id: number) =>
  perEngine<boolean>({
    sqlite: sql`payload ->> '$.mail_id' = ${id}`,
    postgres: sql`payload @> jsonb_build_object('mail_id', ${id}::bigint)`,
  })

export const outbox = {
  all: prepare(
    (q, p: AgeOrder & Slice) => selectMails(q).orderBy('id', getSortDirection(p)).limit(p.limit).offset(p.offset),
    { optional: ['oldest'] },
  ),

  countAll: prepare((q) => q.selectFrom('mails').select(sql<number>`count(*)`.as('total'))),

  ofState: prepare(
    (q, p: AgeOrder & Slice, selected: MailState) =>
      selectState(q, selected).orderBy('id', getSortDirection(p)).limit(p.limit).offset(p.offset),
    { optional: ['oldest'], choices: mailStates },
  ),

  countState: prepare(
    (q, _: object, selected: MailState) =>
      q.selectFrom(selectState(q, selected).as('found')).select(sql<number>`count(*)`.as('total')),
    { choices: mailStates },
  ),

  to: prepareList(
    (q, p: AgeOrder & { to: string; state?: MailState | undefined }) => {
      const rows = selectMails(q).where('to', '=', p.to).orderBy('id', getSortDirection(p))
      return p.state === undefined ? rows : rows.where(state, '=', p.state)
    },
    { optional: ['oldest', 'state'] },
  ),

  byId: prepare((q, p: { id: number }) =>
    selectMails(q).select(['text', 'html', 'attachments']).where('id', '=', p.id),
  ),

  task: prepare((q, p: { id: number }) =>
    q
      .selectFrom('tasks')
      .select(['id', 'attempts', 'last_error', 'run_at', 'dead_at'])
      .where('kind', '=', 'send_mail')
      .where(ofMail(p.id)),
  ),

  /** A canceled mail loses its content, because it may contain secrets. */
  cancel: prepare((q, p: { id: number; now: string; none: StoredAttachment[] }) =>
    q
      .updateTable('mails')
      .set({ canceled_at: p.now, text: '', html: '', attachments: p.none })
      .where('id', '=', p.id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('canceled_at', 'is', null),
  ),
}
