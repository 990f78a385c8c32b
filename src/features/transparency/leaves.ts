/** The contents of leaves: canonical JSON (RFC 8785), so that all who have a row get the same hash. */

import canonicalize from 'canonicalize'

/** A row of the activity log. */
export interface ActivityRow {
  id: number
  user_id: number
  type: string
  description: string
  metadata: object | null
  ip_address: string | null
  user_agent: string | null
  api_key_id: number | null
  created_at: string
}

/** A row of the audit log; its hash covers its contents. */
export interface AuditRow {
  id: number
  hash: string
}

/** Returns the content of the leaf of an activity. */
export const writeActivityLeaf = ({ id, user_id, type, ...row }: ActivityRow, salt: string): string => {
  const { description, metadata, ip_address, user_agent, api_key_id, created_at } = row
  const facts = { description, metadata, ip_address, user_agent, api_key_id, created_at }
  return write({ kind: 'activity', id, user_id, type, ...facts, salt })
}

/** Returns the content of the leaf of a row of the audit log. */
export const writeAuditLeaf = ({ id, hash }: AuditRow): string => write({ kind: 'audit', id, hash })

function write(content: object): string {
  const text = canonicalize(content)
  if (text === undefined) throw new TypeError('The row has no canonical form.')
  return text
}
