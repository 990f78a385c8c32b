import { type AnyContext, type Context, createLocalizerFor, runInTransaction, type Transaction } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { notFound } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import type { PersonalData } from '#features/feature.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { dismissedEvents, inboxCounts, inboxes, notifications } from './queries.ts'
import type { NotificationTarget, NotificationType } from './record.ts'
import type { NotificationQuery } from './schemas.ts'

export interface NewNotice {
  title: Sentence
  message: Sentence
  data: NotificationTarget
  /** The event, like `application:17:hired`; a user is notified of an event once. */
  event: string
}

/**
 * Notifies a user in the transaction that causes the event, unless the type is switched off. Mails are sent separately,
 * see `mailUser`.
 */
export async function notify(
  tx: Transaction,
  userId: number,
  type: NotificationType,
  { title, message, data, event }: NewNotice,
): Promise<void> {
  const now = tx.clock.now()
  const { dismissed, in_app_off, locale } = await dismissedEvents.look.one(tx, { user_id: userId, event })
  if (dismissed) return
  if (in_app_off?.includes(type)) {
    // The event is dismissed, so that it does not appear when the type is switched on later.
    await dismissedEvents.add.run(tx, { user_id: userId, event, now })
    return
  }
  const mine = { user_id: userId, type }
  const added = await notifications.add.maybe(tx, {
    ...mine,
    ...writeNotice(tx, { title, message }, locale),
    data,
    event,
    now,
  })
  if (added === null) return
  await inboxes.advance.run(tx, { user_id: userId, id: added.id })
  await inboxCounts.add.run(tx, mine)
  tx.signal(userId)
}

/** Writes a notification in the language of its recipient. */
export function writeNotice(
  tx: Transaction,
  { title, message }: Pick<NewNotice, 'title' | 'message'>,
  locale: string | null,
): { title: string; message: string } {
  const wording = createLocalizerFor(tx, locale)
  return { title: translate(title, wording), message: translate(message, wording) }
}

export const listNotifications = (ctx: Context, { read, type, ...paging }: NotificationQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const [read_up_to, counts] = await Promise.all([readUpTo(ctx), inboxCounts.of.all(ctx, { user_id: ctx.actor.id })])
    const filter = { user_id: ctx.actor.id, read_up_to, type }
    const matching = counts.filter((count) => type === undefined || count.type === type)
    return {
      rows: await readRows(ctx, filter, read, slice),
      total: sum(matching.map(({ total, unread }) => (read === undefined ? total : read ? total - unread : unread))),
      extra: { unread_count: sum(counts.map(({ unread }) => unread)) },
    }
  })

interface Filter {
  user_id: number
  read_up_to: number
  type: NotificationType | undefined
}

function readRows(ctx: Context, filter: Filter, read: boolean | undefined, slice: Slice) {
  if (read === undefined) return notifications.ofUser.slice(ctx, { ...filter, ...slice })
  if (read) return notifications.read.all(ctx, { ...filter, ...slice, end: slice.limit + slice.offset })
  return notifications.unread.slice(ctx, { ...filter, ...slice })
}

/** Returns the number of unread notifications. */
export async function countUnread(ctx: AnyContext, userId: number): Promise<number> {
  return sum((await inboxCounts.of.all(ctx, { user_id: userId })).map(({ unread }) => unread))
}

export function markNotificationRead(ctx: Context, id: number): Promise<void> {
  const work = async (tx: Transaction) => {
    const user_id = tx.actor.id
    const marked = await notifications.markRead.maybe(tx, { user_id, id })
    if (marked !== null) tx.db.commitWith(inboxCounts.readOne.run(tx, { user_id, type: marked.type }))
    // 404 if it is not the actor's; otherwise it was read already.
    else await notifications.byId.one(tx, { user_id, id })
  }
  return runInTransaction(ctx, work, { locksFirst: true })
}

/** Writes one mark instead of every row, so that it is fast with any number of notifications. */
export function markAllNotificationsRead(ctx: Context) {
  return runInTransaction(ctx, async (tx) => {
    const mine = { user_id: tx.actor.id }
    const counts = await inboxCounts.of.all(tx, mine)
    const marked = sum(counts.map(({ unread }) => unread))
    if (marked > 0) {
      await inboxes.readAll.run(tx, mine)
      await inboxCounts.readAll.run(tx, mine)
    }
    return { marked_count: marked }
  })
}

export function deleteNotification(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const user_id = tx.actor.id
    const mark = await readUpTo(tx)
    const removed = await notifications.remove.maybe(tx, { user_id, id })
    if (removed === null) throw notFound
    await dismissedEvents.add.run(tx, { user_id, event: removed.event, now: tx.clock.now() })
    const wasUnread = !removed.read && id > mark
    await inboxCounts.removeOne.run(tx, { user_id, type: removed.type, unread: wasUnread ? 1 : 0 })
  })
}

const readUpTo = async (ctx: AnyContext) => (await inboxes.of.maybe(ctx, { user_id: ctx.actor.id }))?.read_up_to ?? 0

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** No task is repeated after this time. */
const dismissedFor = { days: 90 }

/** Deletes dismissed events that are old. */
export const sweepDismissedEvents = defineTask<Record<string, never>>({
  kind: 'sweep_dismissed_events',
  async handle(ctx) {
    const until = subtractDuration(ctx.clock.now(), dismissedFor)
    await deleteExpired((most) => dismissedEvents.sweep.run(ctx, { until, most }))
  },
})

export const notificationPersonalData: PersonalData = {
  name: 'notifications',
  async export(ctx, userId) {
    const inbox = await inboxes.of.maybe(ctx, { user_id: userId })
    return notifications.listByUser.iterate(ctx, {
      user_id: userId,
      read_up_to: inbox?.read_up_to ?? 0,
    })
  },
  async erase(tx, userId) {
    await notifications.erase.run(tx, { user_id: userId })
    await dismissedEvents.erase.run(tx, { user_id: userId })
    await inboxes.erase.run(tx, { user_id: userId })
    await inboxCounts.erase.run(tx, { user_id: userId })
  },
}
