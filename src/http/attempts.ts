/** Attempts counted in the database, so that a limit holds across all instances: logins, password resets, mails. */

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { sweep } from '#background/sweep.ts'
import { defineTask } from '#background/tasks.ts'
import type { Context } from '#context.ts'
import { addDuration, type Duration, secondsBetween } from '#core/time.ts'
import { prepare } from '#database/prepare.ts'

interface Window {
  scope: string
  key: string
}

const windows = {
  count: prepare((q, p: Window & { now: string; ends_at: string }) =>
    q
      .insertInto('attempt_windows')
      .values({ scope: p.scope, key: p.key, attempts: 1, ends_at: p.ends_at })
      .onConflict((conflict) =>
        conflict.columns(['scope', 'key']).doUpdateSet({
          attempts: sql<number>`case when attempt_windows.ends_at <= ${p.now} then 1 else attempt_windows.attempts + 1 end`,
          ends_at: sql<string>`case when attempt_windows.ends_at <= ${p.now} then excluded.ends_at else attempt_windows.ends_at end`,
        }),
      )
      .returning(['attempts', 'ends_at']),
  ),

  open: prepare((q, p: Window & { now: string }) =>
    q
      .selectFrom('attempt_windows')
      .select(['attempts', 'ends_at'])
      .where('scope', '=', p.scope)
      .where('key', '=', p.key)
      .where('ends_at', '>', p.now),
  ),

  sweep: prepare((q, p: { now: string; most: number }) =>
    q.deleteFrom('attempt_windows').where(sql<boolean>`("scope", "key") in (
      select "scope", "key" from "attempt_windows" where "ends_at" <= ${p.now}
      order by "ends_at" limit ${p.most})`),
  ),
}

/** What is stored tells nobody which addresses were tried. */
const keyed = (ctx: Context, parts: readonly string[]) =>
  createHmac('sha256', ctx.config.appSecret).update(JSON.stringify(parts)).digest('base64url')

interface Limit {
  limit: number
  window: Duration
}

/**
 * Counts one attempt in the window that its first attempt opened. Answers null while at most `limit` were made, else
 * the seconds until the window ends. A limit of 0 never refuses.
 */
export async function countAttempt(
  ctx: Context,
  scope: string,
  parts: readonly string[],
  { limit, window }: Limit,
): Promise<number | null> {
  if (limit === 0) return null
  const now = ctx.clock.now()
  const counted = await windows.count.one(ctx, {
    scope,
    key: keyed(ctx, parts),
    now,
    ends_at: addDuration(now, window),
  })
  return counted.attempts <= limit ? null : secondsUntil(counted.ends_at, now)
}

/** Counts nothing: null while another attempt may be made, else the seconds until the window ends. */
export async function waitFor(
  ctx: Context,
  scope: string,
  parts: readonly string[],
  { limit }: Limit,
): Promise<number | null> {
  if (limit === 0) return null
  const now = ctx.clock.now()
  const window = await windows.open.maybe(ctx, { scope, key: keyed(ctx, parts), now })
  return window === null || window.attempts < limit ? null : secondsUntil(window.ends_at, now)
}

const secondsUntil = (ends_at: string, now: string) => Math.max(1, secondsBetween(now, ends_at))

/** Removes windows that have ended. */
export const sweepAttempts = defineTask<Record<string, never>>({
  kind: 'sweep_attempts',
  async handle(ctx) {
    const now = ctx.clock.now()
    await sweep((most) => windows.sweep.run(ctx, { now, most }))
  },
})
