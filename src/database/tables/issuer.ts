/** The keys that sign credentials. */

import type { Generated } from 'kysely'

interface IssuerKeysTable {
  id: Generated<number>
  public_key: string
  secret_key: string
  /** 1 for the key that signs; null for former ones. */
  active: number | null
  created_at: string
  retired_at: string | null
}

export interface IssuerTables {
  issuer_keys: IssuerKeysTable
}
