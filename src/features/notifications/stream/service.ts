import type { Context } from '#context.ts'
import type { EventSource, FindValidTokens } from '#features/streams/index.ts'
import { inboxes, notifications } from '../queries.ts'

/** Returns the notification after which the stream begins: the one that the client has, but none in the future. */
export async function getLastKnownId(ctx: Context, userId: number, said: number | undefined): Promise<number> {
  const inbox = await inboxes.of.maybe(ctx, { user_id: userId })
  const newest = inbox?.last_id ?? 0
  return Math.min(said ?? newest, newest)
}

/** Creates the source of notification streams. */
export const createNotificationSource = (ctx: Context, findValidTokens: FindValidTokens): EventSource => ({
  name: 'notification streams',
  event: 'notification',
  listen: (tell) => ctx.db.signals.subscribe(tell),
  async read(known, most) {
    const rows = await notifications.after.all(ctx, { known, most })
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
    return new Map(
      [...byUser].map(([userId, group]) => [
        userId,
        {
          events: group.map(({ user_id: _, ...item }) => ({ id: item.id, data: item })),
          reached: group.at(-1)?.id ?? 0,
          more: group.length === most,
        },
      ]),
    )
  },
  findValidTokens: (followers) => findValidTokens(ctx, [...new Set(followers.map(({ token_id }) => token_id))]),
})
