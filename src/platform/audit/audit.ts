/**
 * The audit log: what administrators, commands and the service did to the data of others, and refused requests to
 * administer. An event is written in the transaction of its act, so that no act is without a row.
 */

import type { AuditEvent, AuditEventDetails, Context, Transaction } from '#context.ts'
import { runInTransaction } from '#context.ts'
import type { AuditActor, AuditOutcome } from '#database/tables/audit.ts'
import { addToCounter } from '../counters.ts'
import { type AuditDetails, type ChainedRow, hashDetails, hashRow, writeDetails } from './chain.ts'
import { auditLog, readsCounter } from './queries.ts'
import { listChanges, removeControlCharacters } from './secrets.ts'

/** An audit event as it is written to the log. */
export interface AuditEntry extends AuditEventDetails {
  actor: AuditActor
  actorId?: number | null
  action: string
  outcome?: AuditOutcome
  /** The HTTP status; null without a request. */
  status?: number | null
  requestId?: string | null
  reason?: string | null
  address?: string | null
  /** Whether something was only read. */
  isRead?: boolean
}

/** Appends a row to the audit log. Concurrent transactions append one after the other. */
export async function appendToAuditLog(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actor, actorId = null, action, object, outcome = 'done', status = null, requestId = null } = entry
  const details = writeDetails(presentDetails(entry))
  const end = await auditLog.lockEnd.one(tx, {})
  const now = tx.clock.now()
  const row: ChainedRow = {
    id: end.last_id + 1,
    // Instances have clocks of their own; the log is in the order of time.
    created_at: now > end.created_at ? now : end.created_at,
    actor,
    actor_id: actorId,
    action,
    object_kind: object?.kind ?? null,
    object_id: object === undefined ? null : removeControlCharacters(String(object.id)),
    user_id: findConcernedUser(entry),
    outcome,
    status,
    request_id: requestId,
    details_hash: hashDetails(details),
    previous_hash: end.hash,
  }
  const hash = hashRow(row)
  await auditLog.add.run(tx, { ...row, details, hash, is_read: entry.isRead ?? false })
  if (entry.isRead === true) await addToCounter(tx, readsCounter, 1)
  await auditLog.setEnd.run(tx, { last_id: row.id, hash, created_at: row.created_at })
}

function findConcernedUser({ object, userId }: AuditEntry): number | null {
  if (userId !== undefined) return userId
  if (object?.kind !== 'user') return null
  // A refused request may name anything; a number that no engine stores would make the log unreadable.
  const id = Number(object.id)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const longestReason = 2_000

function presentDetails({ before, after, reason = null, address = null }: AuditEntry): AuditDetails {
  const changes = before === undefined && after === undefined ? null : listChanges(before ?? null, after ?? null)
  return { changes, reason: removeControlCharacters(reason ?? '').slice(0, longestReason) || null, address }
}

/** Adds what the service knows to the audit event of the request or command; without one, it does nothing. */
export const describeAuditEvent = (tx: Transaction, details: AuditEventDetails): void =>
  tx.auditEvent?.describe(details)

/** Records what the service does on behalf of a user: renewals, expiry, erasure. */
export const recordServiceEvent = (tx: Transaction, action: string, details: AuditEventDetails): Promise<void> =>
  appendToAuditLog(tx, { actor: 'service', action, ...details })

/** The audit event of a request or a command. `written` says whether a transaction has written it. */
export interface PendingAuditEvent extends AuditEvent {
  readonly written: boolean
  /** Writes the event in a transaction of its own, with the outcome. */
  finish(ctx: Context, outcome: Pick<AuditEntry, 'outcome' | 'status'>): Promise<void>
}

/**
 * Creates the audit event of a request or a command, which its first transaction writes. `getEntry` is called when it is
 * written, because the body of a request is read later.
 */
export function createAuditEvent(getEntry: () => AuditEntry): PendingAuditEvent {
  let described: AuditEventDetails | null = null
  let written = false
  const compose = (): AuditEntry => ({ ...getEntry(), ...described })
  return {
    get written() {
      return written
    },
    begin() {
      described = null
    },
    describe(details) {
      described = { ...described, ...details }
    },
    async write(tx) {
      // The request was recorded by its first transaction; a later one adds a row if it describes what it does.
      if (written && described === null) return
      await appendToAuditLog(tx, compose())
      tx.afterCommit(() => {
        written = true
      })
    },
    async finish(ctx, outcome) {
      await runInTransaction({ ...ctx, auditEvent: null }, (tx) => appendToAuditLog(tx, { ...compose(), ...outcome }))
      written = true
    },
  }
}
