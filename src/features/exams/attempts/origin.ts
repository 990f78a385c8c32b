/**
 * Where requests of a candidate come from: with which sign-in, from which network, with which browser. Of an open attempt the service keeps
 * keyed hashes, by which it sees that one of them has changed, and no address.
 */

import { createHmac } from 'node:crypto'
import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { toNeighborhood } from '#core/ip-network.ts'
import { newEvents } from './event-queries.ts'

/** What changes, in the order of the parts of an origin. */
export const noticed = ['session_changed', 'address_changed', 'device_changed'] as const

const separator = '.'

/** An open attempt with its origin of the last request; null before the first one. */
interface ObservedAttempt {
  id: number
  origin: string | null
}

/** Returns the origin of the request, hashed for one attempt so that those of two say nothing about each other. */
export function hashOrigin({ actor, origin, config }: AnyContext, attemptId: number): string {
  const parts = [String(actor.token_id), toNeighborhood(origin.address ?? ''), origin.userAgent ?? '']
  return parts
    .map((part, index) =>
      createHmac('sha256', config.appSecret)
        .update(['exam origin', attemptId, index, part].join('\n'))
        .digest('base64url')
        .slice(0, 16),
    )
    .join(separator)
}

/** Records what has changed since the last request. Of requests at the same moment, one records it. */
export async function updateOrigin(tx: Transaction, { id, origin: before }: ObservedAttempt): Promise<void> {
  const after = hashOrigin(tx, id)
  if (before === after) return
  const former = before?.split(separator)
  const parts = after.split(separator)
  const changed = noticed.filter((_, index) => former !== undefined && former[index] !== parts[index])
  const isMoved = await newEvents.moveOrigin.run(tx, { attempt_id: id, before, after, more: changed.length })
  if (isMoved === 0 || changed.length === 0) return
  const now = tx.clock.now()
  const rows = changed.map((type) => ({ type, at: now, detail: '' }))
  await newEvents.add.run(tx, { attempt_id: id, rows, now })
}

/** The same outside of a transaction, which begins only where something has changed. */
export async function recordOrigin(ctx: Context, attempt: ObservedAttempt): Promise<void> {
  if (attempt.origin === hashOrigin(ctx, attempt.id)) return
  await runInTransaction(ctx, (tx) => updateOrigin(tx, attempt))
}
