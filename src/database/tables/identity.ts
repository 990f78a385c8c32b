/** Tables of the sign-in through identity providers. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

/** `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`. */
export type Provider = string

interface IdentitiesTable {
  id: Generated<number>
  user_id: number
  provider: Provider
  subject: string
  email: string
  created_at: Timestamp
}

interface SignInStatesTable {
  id: Generated<number>
  state_hash: string
  provider: Provider
  action: 'login' | 'signup' | 'link'
  redirect_uri: string
  user_id: number | null
  browser_hash: Generated<string>
  created_at: Timestamp
  expires_at: Timestamp
}

interface CredentialNoncesTable {
  nonce_hash: string
  expires_at: Timestamp
}

interface SandboxIdentityCodesTable {
  id: Generated<number>
  code_hash: string
  client_id: Generated<string>
  redirect_uri: string
  code_challenge: string
  nonce: string | null
  email: string
  name: string
  email_verified: boolean
  expires_at: Timestamp
}

interface SandboxIdentityKeysTable {
  name: string
  /** PKCS #8, in PEM. */
  private_key: string
}

interface SandboxClockTable {
  id: number
  ahead_ms: number
}

export interface IdentityTables {
  sandbox_clock: SandboxClockTable
  identities: IdentitiesTable
  sign_in_states: SignInStatesTable
  credential_nonces: CredentialNoncesTable
  sandbox_identity_codes: SandboxIdentityCodesTable
  sandbox_identity_keys: SandboxIdentityKeysTable
}
