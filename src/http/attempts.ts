/** Attempts counted in the database, so that a limit holds across all instances: logins, password resets, mails. */

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { sweep } from '../background/sweep.ts'
import { defineTask } from '../background/tasks.ts'
import type { Context } from '../context.ts'
import { after, type Duration, secondsBetween } from '../core/time.ts'
import { prepare } from '../database/prepare.ts'

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

  uncount: prepare((q, p: Window) =>
    q
      .updateTable('attempt_windows')
      .set({ attempts: sql<number>`attempts - 1` })
      .where('scope', '=', p.scope)
      .where('key', '=', p.key)
      .where('attempts', '>', 0),
  ),

  sweep: prepare((q, p: { now: string; most: number }) =>
    q
      .deleteFrom('attempt_windows')
      .where('ends_at', '<=', p.now)
      .where(
        'key',
        'in',
        q
          .selectFrom('attempt_windows')
          .select('key')
          .where('ends_at', '<=', p.now)
          .orderBy('ends_at')
          .limit(p.most),
      ),
  ),
}

/** What is stored tells nobody which addresses were tried. */
const keyed = (ctx: Context, parts: readonly string[]) =>
  createHmac('sha256', ctx.config.appSecret).update(JSON.stringify(parts)).digest('base64url')

/**
 * Counts one attempt in the window that its first attempt opened. Answers null while at most `limit` were made, else
 * the seconds until the window ends. A limit of 0 never refuses.
 */
export async function countAttempt(
  ctx: Context,
  scope: string,
  parts: readonly string[],
  { limit, window }: { limit: number; window: Duration },
): Promise<number | null> {
  if (limit === 0) return null
  const now = ctx.clock.now()
  const counted = await windows.count.one(ctx, {
    scope,
    key: keyed(ctx, parts),
    now,
    ends_at: after(now, window),
  })
  return counted.attempts <= limit ? null : Math.max(1, secondsBetween(now, counted.ends_at))
}

/** Takes one attempt back: it turned out to be none. */
export async function forgetAttempt(ctx: Context, scope: string, parts: readonly string[]): Promise<void> {
  await windows.uncount.run(ctx, { scope, key: keyed(ctx, parts) })
}

/** Removes windows that have ended. */
export const sweepAttempts = defineTask<Record<string, never>>({
  kind: 'sweep_attempts',
  async handle(ctx) {
    const now = ctx.clock.now()
    await sweep((most) => windows.sweep.run(ctx, { now, most }))
  },
})
