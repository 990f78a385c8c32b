/**
 * The hashes of the audit log. Each row contains the hash of the row before it, so that no row can be changed, removed
 * or inserted without changing all later ones. Of the details only a hash is chained, so that personal data can be
 * erased and the chain stays whole.
 */

import { hash, randomBytes } from 'node:crypto'
import type { AuditActor, AuditOutcome } from '#database/tables/audit.ts'

export interface ChainedRow {
  id: number
  created_at: string
  actor: AuditActor
  actor_id: number | null
  action: string
  object_kind: string | null
  object_id: string | null
  user_id: number | null
  outcome: AuditOutcome
  status: number | null
  request_id: string | null
  details_hash: string
  previous_hash: string
}

/** What a row says beyond its columns. */
export interface AuditDetails {
  /** The values before and after; null on the side that has none. */
  changes: { before: object | null; after: object | null } | null
  reason: string | null
  address: string | null
}

/** Writes the details as JSON. The salt keeps erased details from being guessed by their hash. */
export const writeDetails = (details: AuditDetails): string =>
  JSON.stringify({ ...details, salt: randomBytes(16).toString('base64url') })

/** Reads what `writeDetails` has written. */
export function readDetails(text: string): AuditDetails {
  const { changes, reason, address }: AuditDetails = JSON.parse(text)
  return { changes, reason, address }
}

/** SHA-256 in hexadecimal digits. */
export const hashDetails = (text: string): string => hash('sha256', text)

/** Returns the hash of a row: SHA-256 over a JSON array of its columns in the order below. */
export const hashRow = (row: ChainedRow): string =>
  hash(
    'sha256',
    JSON.stringify([
      row.id,
      row.created_at,
      row.actor,
      row.actor_id,
      row.action,
      row.object_kind,
      row.object_id,
      row.user_id,
      row.outcome,
      row.status,
      row.request_id,
      row.details_hash,
      row.previous_hash,
    ]),
  )
