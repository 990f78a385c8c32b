import { sql } from 'kysely'
import { asBoolean, asJson, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { type NotificationType, notificationRecord } from './record.ts'

type NewNotification = Omit<NewRowOf<typeof notificationRecord>, 'created_at'> & { now: string }

interface Mine {
  user_id: number
  id: number
}

/** The newest notification that the client has. */
interface NewestNotification {
  user_id: number
  id: number
}

interface Filter {
  user_id: number
  read_up_to: number
  type?: NotificationType | undefined
}

const { newRow } = notificationRecord
/** Whether it is read depends on the mark of the inbox too. */
const columns = notificationRecord.columns.filter((column) => column !== 'read')
const qualified = notificationRecord.qualifiedColumns.filter((column) => column !== 'notifications.read')
const isRead = (p: { read_up_to: number }) => asBoolean(sql`("read" or "id" <= ${p.read_up_to})`).as('read')

/** The mark of the inbox, locked until the commit: new notifications, and all that marks or removes them, wait for it or conflict. */
const lockMark = (p: { user_id: number }) =>
  sql<number>`coalesce((select "read_up_to" from "inboxes" where "user_id" = ${p.user_id}
    ${perEngine({ sqlite: sql``, postgres: sql`for update` })}), 0)`

const selectNewestFirst = (q: Builder, p: Filter) => {
  const mine = q
    .selectFrom('notifications')
    .select(columns)
    .select(isRead(p))
    .where('user_id', '=', p.user_id)
    .orderBy('id', 'desc')
  return p.type === undefined ? mine : mine.where('type', '=', p.type)
}

export const notifications = {
  add: prepare((q, p: NewNotification) =>
    q
      .insertInto('notifications')
      .values(newRow(p, { created_at: p.now }))
      .onConflict((conflict) => conflict.columns(['user_id', 'event']).doNothing())
      .returning('id'),
  ),

  ofUser: prepareList(selectNewestFirst, { optional: ['type'] }),

  unread: prepareList(
    (q, p: Filter) => selectNewestFirst(q, p).where('read', '=', false).where('id', '>', p.read_up_to),
    { optional: ['type'] },
  ),

  /** Read notifications are all those up to the mark, and newer ones that were read one by one. */
  read: prepare(
    (q, p: Filter & { limit: number; offset: number; end: number }) => {
      const above = selectNewestFirst(q, p).where('read', '=', true).where('id', '>', p.read_up_to).limit(p.end)
      const below = selectNewestFirst(q, p).where('id', '<=', p.read_up_to).limit(p.end)
      return q
        .selectFrom(
          q
            .selectFrom(above.as('newer'))
            .select(columns)
            .unionAll(q.selectFrom(below.as('older')).select(columns))
            .as('both'),
        )
        .select(columns)
        .select(asBoolean(sql`true`).as('read'))
        .orderBy('id', 'desc')
        .limit(p.limit)
        .offset(p.offset)
    },
    { optional: ['type'] },
  ),

  /**
   * The next notifications of each user after the last known one, with a limit for each. The ids of a user ascend in
   * the order of commits, because each notification locks the user's row in `inboxes`.
   */
  after: prepare((q, p: { known: readonly NewestNotification[]; most: number }) => {
    const known = sql<NewestNotification>`${perEngine({
      sqlite: sql`(select value ->> 'user_id' as "user_id", value ->> 'id' as "id" from json_each(${p.known}))`,
      postgres: sql`(select (value ->> 'user_id')::bigint as "user_id", (value ->> 'id')::bigint as "id"
        from jsonb_array_elements(${p.known}::jsonb))`,
    })}`
    const next = sql`select "next"."id" from "notifications" as "next" where "next"."user_id" = "known"."user_id"
      and "next"."id" > "known"."id" order by "next"."id" limit ${p.most}`
    const isNext = perEngine<boolean>({
      sqlite: sql`"notifications"."id" in (${next})`,
      postgres: sql`"notifications"."id" = any (array(${next}))`,
    })
    return q
      .selectFrom(known.as('known'))
      .innerJoin('notifications', (join) => join.on(isNext))
      .innerJoin('inboxes', 'inboxes.user_id', 'known.user_id')
      .select(qualified)
      .select('notifications.user_id')
      .select(asBoolean(sql`("notifications"."read" or "notifications"."id" <= "inboxes"."read_up_to")`).as('read'))
      .orderBy('notifications.id')
  }),

  byId: prepare((q, p: Mine) =>
    q.selectFrom('notifications').select('id').where('id', '=', p.id).where('user_id', '=', p.user_id),
  ),

  /** Marks an unread notification. Locks the mark of the inbox first. */
  markRead: prepare((q, p: Mine) =>
    q
      .updateTable('notifications')
      .set({ read: true })
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id)
      .where('read', '=', false)
      .where('id', '>', lockMark(p))
      .returning('type'),
  ),

  remove: prepare((q, p: Mine) =>
    q
      .deleteFrom('notifications')
      .where('id', '=', p.id)
      .where('user_id', '=', p.user_id)
      .returning(['type', 'read', 'event']),
  ),

  listByUser: prepare(selectNewestFirst, { optional: ['type'] }),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('notifications').where('user_id', '=', p.user_id)),
}

export const dismissedEvents = {
  /** Whether the event was dismissed, and the types that are switched off, in one query. */
  look: prepare((q, p: { user_id: number; event: string }) => {
    const dismissed = q
      .selectFrom('dismissed_events')
      .select('event')
      .where('user_id', '=', p.user_id)
      .where('event', '=', p.event)
    const off = q.selectFrom('notification_preferences').select('in_app_off').where('user_id', '=', p.user_id)
    return q.selectNoFrom([
      asBoolean(sql`exists ${dismissed}`).as('dismissed'),
      asJson<NotificationType[] | null>(sql`${off}`).as('in_app_off'),
      q.selectFrom('users').select('locale').where('id', '=', p.user_id).as('locale'),
    ])
  }),

  add: prepare((q, p: { user_id: number; event: string; now: string }) =>
    q
      .insertInto('dismissed_events')
      .values({ user_id: p.user_id, event: p.event, created_at: p.now })
      .onConflict((conflict) => conflict.columns(['user_id', 'event']).doNothing()),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('dismissed_events').where('user_id', '=', p.user_id)),

  // By both columns, because thousands of users may have dismissed an event.
  sweep: prepare((q, p: { until: string; most: number }) =>
    q.deleteFrom('dismissed_events').where(sql<boolean>`("user_id", "event") in (
      select "user_id", "event" from "dismissed_events" where "created_at" < ${p.until}
      order by "created_at" limit ${p.most})`),
  ),
}

/** One row for each user: the newest id, and the mark up to which all are read. */
export const inboxes = {
  of: prepare((q, p: { user_id: number }) =>
    q.selectFrom('inboxes').select(['last_id', 'read_up_to']).where('user_id', '=', p.user_id),
  ),

  advance: prepare((q, p: { user_id: number; id: number }) =>
    q
      .insertInto('inboxes')
      .values({ user_id: p.user_id, last_id: p.id })
      .onConflict((conflict) => conflict.columns(['user_id']).doUpdateSet({ last_id: p.id })),
  ),

  readAll: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('inboxes')
      .set((eb) => ({ read_up_to: eb.ref('last_id') }))
      .where('user_id', '=', p.user_id),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('inboxes').where('user_id', '=', p.user_id)),
}

/** One row for each user and type, so that totals are not counted. */
export const inboxCounts = {
  of: prepare((q, p: { user_id: number }) =>
    q.selectFrom('inbox_counts').select(['type', 'total', 'unread']).where('user_id', '=', p.user_id),
  ),

  add: prepare((q, p: { user_id: number; type: NotificationType }) =>
    q
      .insertInto('inbox_counts')
      .values({ user_id: p.user_id, type: p.type, total: 1, unread: 1 })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'type']).doUpdateSet({
          total: sql<number>`inbox_counts.total + 1`,
          unread: sql<number>`inbox_counts.unread + 1`,
        }),
      ),
  ),

  readOne: prepare((q, p: { user_id: number; type: NotificationType }) =>
    q
      .updateTable('inbox_counts')
      .set({ unread: sql<number>`unread - 1` })
      .where('user_id', '=', p.user_id)
      .where('type', '=', p.type),
  ),

  readAll: prepare((q, p: { user_id: number }) =>
    q.updateTable('inbox_counts').set({ unread: 0 }).where('user_id', '=', p.user_id).where('unread', '>', 0),
  ),

  removeOne: prepare((q, p: { user_id: number; type: NotificationType; unread: number }) =>
    q
      .updateTable('inbox_counts')
      .set({ total: sql<number>`total - 1`, unread: sql<number>`unread - ${p.unread}` })
      .where('user_id', '=', p.user_id)
      .where('type', '=', p.type),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('inbox_counts').where('user_id', '=', p.user_id)),
}
