import { sql } from 'kysely'
import { perEngine, textList } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { Role } from '#features/users/index.ts'
import { announcementRecord } from './record.ts'

const withSender = (q: Builder) =>
  q
    .selectFrom('announcements')
    .leftJoin('users as senders', 'senders.id', 'announcements.created_by')
    .select(announcementRecord.qualifiedColumns)
    .select(sql<string>`coalesce(senders.name, '')`.as('sender_name'))

const begun = { status: 'sending', reached: 0, mailed: 0, position: 0, finished_at: null } as const

type NewRow = Omit<NewRowOf<typeof announcementRecord>, keyof typeof begun | 'created_at'> & { now: string }

export const announcements = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('announcements')
      .values(announcementRecord.newRow(p, { ...begun, created_at: p.now }))
      .returning('id'),
  ),

  byId: prepare((q, p: { id: number }) => withSender(q).where('announcements.id', '=', p.id)),

  all: prepareList((q, _: object) => withSender(q).orderBy('announcements.id', 'desc')),

  /** An announcement with the same text since a time. */
  same: prepare((q, p: { title: string; message: string; since: string }) =>
    q
      .selectFrom('announcements')
      .select('id')
      .where('created_at', '>', p.since)
      .where('status', '!=', 'canceled')
      .where('title', '=', p.title)
      .where('message', '=', p.message)
      .limit(1),
  ),

  toSend: prepare((q, p: { id: number }) =>
    q
      .selectFrom('announcements')
      .select(['id', 'created_by', 'title', 'message', 'roles', 'channels', 'total', 'reached', 'mailed'])
      .select(['position', 'last_user_id'])
      .where('id', '=', p.id)
      .where('status', '=', 'sending'),
  ),

  advance: prepare((q, p: { id: number; position: number; reached: number; mailed: number }) =>
    q
      .updateTable('announcements')
      .set({ position: p.position, reached: p.reached, mailed: p.mailed })
      .where('id', '=', p.id),
  ),

  finish: prepare((q, p: { id: number; status: 'sent' | 'canceled'; now: string }) =>
    q
      .updateTable('announcements')
      .set({ status: p.status, finished_at: p.now })
      .where('id', '=', p.id)
      .where('status', '=', 'sending'),
  ),
}

/** The type of the notification, with which people switch off such mails too. */
export const noticeType = 'course_update'

const isMailOff = perEngine<boolean>({
  sqlite: sql`exists (select 1 from json_each(preferences.email_off) where value = ${sql.lit(noticeType)})`,
  postgres: sql`coalesce(preferences.email_off @> to_jsonb(${sql.lit(noticeType)}::text), false)`,
})

/** Whether a mail can be sent to the person and is wanted. */
const isMailable = sql<boolean>`(users.email_verified_at is not null and users.email_bounced_at is null and not ${isMailOff} and not coalesce(preferences.announcements_off, false))`

export const recipients = {
  /** The next people with a role, after one of them. */
  next: prepare((q, p: { role: Role; position: number; last_user_id: number; most: number }) =>
    q
      .selectFrom('users')
      .leftJoin('notification_preferences as preferences', 'preferences.user_id', 'users.id')
      .select(['users.id', 'users.name', 'users.email', 'users.locale', isMailable.as('is_mailable')])
      .where('users.role', '=', p.role)
      .where('users.id', '>', p.position)
      .where('users.id', '<=', p.last_user_id)
      .where('users.deleted_at', 'is', null)
      .where('users.suspended_at', 'is', null)
      .orderBy('users.id')
      .limit(p.most),
  ),

  count: prepare((q, p: { roles: string[] }) =>
    q
      .selectFrom('users')
      .leftJoin('notification_preferences as preferences', 'preferences.user_id', 'users.id')
      .select([
        sql<number>`count(*)`.as('people'),
        sql<number>`coalesce(sum(case when ${isMailable} then 1 else 0 end), 0)`.as('mails'),
        sql<number>`coalesce(max(users.id), 0)`.as('last_user_id'),
      ])
      .where(sql<boolean>`users.role in ${textList(p.roles)}`)
      .where('users.deleted_at', 'is', null)
      .where('users.suspended_at', 'is', null),
  ),
}
