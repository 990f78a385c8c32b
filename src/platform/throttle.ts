/** Counts attempts (logins, password resets, mails) in the database, so that a limit holds across all instances. */

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { AnyContext } from '#context.ts'
import { addDuration, countSeconds, type Duration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { deleteExpired } from './sweep.ts'
import { defineTask } from './tasks.ts'

interface WindowKey {
  scope: string
  key: string
}

const windows = {
  consume: prepare((q, p: WindowKey & { now: string; ends_at: string }) =>
    q
      .insertInto('throttle_windows')
      .values({ scope: p.scope, key: p.key, attempts: 1, ends_at: p.ends_at })
      .onConflict((conflict) =>
        conflict.columns(['scope', 'key']).doUpdateSet({
          attempts: sql<number>`case when throttle_windows.ends_at <= ${p.now} then 1 else throttle_windows.attempts + 1 end`,
          ends_at: sql<string>`case when throttle_windows.ends_at <= ${p.now} then excluded.ends_at else throttle_windows.ends_at end`,
        }),
      )
      .returning(['attempts', 'ends_at']),
  ),

  open: prepare((q, p: WindowKey & { now: string }) =>
    q
      .selectFrom('throttle_windows')
      .select(['attempts', 'ends_at'])
      .where('scope', '=', p.scope)
      .where('key', '=', p.key)
      .where('ends_at', '>', p.now),
  ),

  sweep: prepare((q, p: { now: string; most: number }) =>
    q.deleteFrom('throttle_windows').where(sql<boolean>`("scope", "key") in (
      select "scope", "key" from "throttle_windows" where "ends_at" <= ${p.now}
      order by "ends_at" limit ${p.most})`),
  ),
}

/** Hashes the key with the secret of the installation, so that the table reveals no e-mail address. */
const hashKey = (ctx: AnyContext, parts: readonly string[]) =>
  createHmac('sha256', ctx.config.appSecret).update(JSON.stringify(parts)).digest('base64url')

interface Limit {
  limit: number
  window: Duration
}

/**
 * Counts one attempt in the current window, which began with its first attempt. Returns null while at most `limit`
 * attempts were made, otherwise the seconds until the window ends. A limit of 0 means no limit.
 */
export async function countUse(
  ctx: AnyContext,
  scope: string,
  parts: readonly string[],
  { limit, window: duration }: Limit,
): Promise<number | null> {
  if (limit === 0) return null
  const window = await countAttempt(ctx, scope, parts, duration)
  return window.attempts <= limit ? null : secondsUntil(window.ends_at, ctx.clock.now())
}

/** Counts one attempt in the current window; returns how many there were in it, and when it ends. */
export function countAttempt(ctx: AnyContext, scope: string, parts: readonly string[], duration: Duration) {
  const now = ctx.clock.now()
  const ends_at = addDuration(now, duration)
  return windows.consume.one(ctx, { scope, key: hashKey(ctx, parts), now, ends_at })
}

/** Returns null while another attempt is allowed, otherwise the seconds until the window ends. Counts nothing. */
export async function retryAfterSeconds(
  ctx: AnyContext,
  scope: string,
  parts: readonly string[],
  { limit }: Limit,
): Promise<number | null> {
  if (limit === 0) return null
  const now = ctx.clock.now()
  const window = await windows.open.maybe(ctx, { scope, key: hashKey(ctx, parts), now })
  return window === null || window.attempts < limit ? null : secondsUntil(window.ends_at, now)
}

const secondsUntil = (ends_at: string, now: string) => Math.max(1, countSeconds(now, ends_at))

/** Deletes windows that have ended. */
export const sweepThrottleWindows = defineTask<Record<string, never>>({
  kind: 'sweep_throttle_windows',
  async handle(ctx) {
    const now = ctx.clock.now()
    await deleteExpired((most) => windows.sweep.run(ctx, { now, most }))
  },
})
