import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { toReader } from './audiences.ts'
import { recordChangeNumbers } from './follower.ts'
import type { Change } from './schemas.ts'
import { parseCursor, parseTypes, readChanges } from './service.ts'

/** Milliseconds between two looks. */
const looksEvery = 300
const readAtOnce = 100

export interface FollowRequest {
  /** A user who sees what they may see. */
  user: { id: number; role: Parameters<typeof toReader>[0]['role'] }
  types?: string | undefined
  since?: string | undefined
}

/** Yields changes as they come, without a running service. Ends when the signal aborts. */
export async function* followChanges(
  ctx: Context,
  { user, types, since }: FollowRequest,
  signal: AbortSignal,
): AsyncGenerator<Change, void, undefined> {
  const question = { reader: toReader({ ...user, scopes: null }), types: parseTypes(types), limit: readAtOnce }
  await recordChangeNumbers(ctx)
  let reached = await parseCursor(ctx, since ?? 'now')
  while (!signal.aborted) {
    await recordChangeNumbers(ctx)
    const page = await readChanges(ctx, reached, question)
    yield* page.rows
    reached = page.reached
    // It rejects when it is aborted, which the loop looks at.
    if (reached === page.last) await pause(looksEvery, undefined, { signal }).catch(() => undefined)
  }
}
