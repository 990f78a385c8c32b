import { sql } from 'kysely'
import { asJson, castInteger, castTimestamp, integerList, jsonRows, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { NotificationType, notificationRecord } from './record.ts'

interface Notice extends Omit<NewRowOf<typeof notificationRecord>, 'user_id' | 'created_at'> {
  people: number[]
  now: string
}

/** The statements of `notifications`, `inboxes` and `inboxCounts` for many users at once. */
export const audiences = {
  locales: prepare((q, p: Pick<Notice, 'people'>) =>
    q
      .selectFrom('users')
      .select(['id', 'locale'])
      .where(sql<boolean>`id in ${integerList(p.people)}`),
  ),

  /** Users who have switched the type off are excluded. */
  dismiss: prepare((q, p: Pick<Notice, 'people' | 'type' | 'event' | 'now'>) =>
    q
      .insertInto('dismissed_events')
      .columns(['user_id', 'event', 'created_at'])
      .expression(
        sql`select user_id, ${p.event}, ${castTimestamp(p.now)} from notification_preferences
          where user_id in ${integerList(p.people)} and ${perEngine<boolean>({
            sqlite: sql`exists (select 1 from json_each(in_app_off) where value = ${p.type})`,
            postgres: sql`in_app_off @> to_jsonb(${p.type}::text)`,
          })}`,
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'event']).doNothing()),
  ),

  /** Users who had the event before, or deleted it, are excluded. */
  notify: prepare((q, p: Notice) =>
    q
      .insertInto('notifications')
      .columns(['user_id', 'type', 'title', 'message', 'data', 'event', 'created_at'])
      .expression(
        sql`select users.id, ${p.type}, ${p.title}, ${p.message}, ${asJson(sql`${p.data}`)}, ${p.event},
          ${castTimestamp(p.now)}
          from users where users.id in ${integerList(p.people)} and users.deleted_at is null
          and not exists (select 1 from dismissed_events
            where dismissed_events.user_id = users.id and dismissed_events.event = ${p.event})`,
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'event']).doNothing())
      .returning(['id', 'user_id']),
  ),

  advance: prepare((q, p: { added: { id: number; user_id: number }[] }) =>
    q
      .insertInto('inboxes')
      .columns(['user_id', 'last_id'])
      .expression(
        sql`select ${castInteger(sql`given.value->>'user_id'`)}, ${castInteger(sql`given.value->>'id'`)}
          from ${jsonRows(p.added)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id']).doUpdateSet((eb) => ({ last_id: eb.ref('excluded.last_id') })),
      ),
  ),

  count: prepare((q, p: { added: { id: number; user_id: number }[]; type: NotificationType }) =>
    q
      .insertInto('inbox_counts')
      .columns(['user_id', 'type', 'total', 'unread'])
      .expression(
        sql`select ${castInteger(sql`given.value->>'user_id'`)}, ${p.type}, 1, 1 from ${jsonRows(p.added)} as given where true`,
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'type']).doUpdateSet({
          total: sql<number>`inbox_counts.total + 1`,
          unread: sql<number>`inbox_counts.unread + 1`,
        }),
      ),
  ),
}
