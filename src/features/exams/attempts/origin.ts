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

const hash = ({ config }: AnyContext, attemptId: number, parts: readonly string[]): string =>
  createHmac('sha256', config.appSecret)
    .update(JSON.stringify(['exam origin', attemptId, ...parts]))
    .digest('base64url')
    .slice(0, 16)

const listParts = ({ actor, origin }: AnyContext): string[] => [
  String(actor.token_id),
  toNeighborhood(origin.address ?? ''),
  origin.userAgent ?? '',
]

/** Returns one hash of all parts, by which most requests are recognized, with one of each part. */
export function hashOrigin(ctx: AnyContext, attemptId: number): string {
  const parts = listParts(ctx)
  const hashes = parts.map((part, index) => hash(ctx, attemptId, [String(index), part]))
  return [hash(ctx, attemptId, parts), ...hashes].join(separator)
}

/** Returns whether the request comes from where the last one came from. */
const isSameOrigin = (ctx: AnyContext, { id, origin }: ObservedAttempt): boolean =>
  origin?.startsWith(hash(ctx, id, listParts(ctx))) === true

/** Records what has changed since the last request. Of requests at the same moment, one records it. */
export async function updateOrigin(tx: Transaction, attempt: ObservedAttempt): Promise<void> {
  if (isSameOrigin(tx, attempt)) return
  const { id, origin: before } = attempt
  const after = hashOrigin(tx, id)
  const former = before?.split(separator)
  const parts = after.split(separator)
  const changed = noticed.filter((_, index) => former !== undefined && former[index + 1] !== parts[index + 1])
  const isMoved = await newEvents.moveOrigin.run(tx, { attempt_id: id, before, after, more: changed.length })
  if (isMoved === 0 || changed.length === 0) return
  const now = tx.clock.now()
  const rows = changed.map((type) => ({ type, at: now, detail: '' }))
  await newEvents.add.run(tx, { attempt_id: id, rows, now })
}

/** The same outside of a transaction, which begins only where something has changed. */
export async function recordOrigin(ctx: Context, attempt: ObservedAttempt): Promise<void> {
  if (isSameOrigin(ctx, attempt)) return
  await runInTransaction(ctx, (tx) => updateOrigin(tx, attempt))
}
