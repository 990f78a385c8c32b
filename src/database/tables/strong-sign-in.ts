/** Tables of second factors, passkeys and known devices. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface TwoFactorSecretsTable {
  user_id: number
  encrypted_secret: string
  enabled_at: Timestamp | null
  last_step: Generated<number>
  created_at: Timestamp
}

interface RecoveryCodesTable {
  user_id: number
  code_hash: string
}

interface LoginChallengesTable {
  challenge_hash: string
  user_id: number
  login_method: string
  attempts_left: number
  expires_at: Timestamp
}

interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: string
  user_handle: string
  counter: number
  transports: string[]
  synced: boolean
  name: string
  created_at: Timestamp
  last_used_at: Timestamp | null
}

interface PasskeyChallengesTable {
  challenge_hash: string
  user_id: number | null
  expires_at: Timestamp
}

interface KnownDevicesTable {
  user_id: number
  device_hash: string
  last_seen_at: Timestamp
}

export interface StrongSignInTables {
  two_factor_secrets: TwoFactorSecretsTable
  recovery_codes: RecoveryCodesTable
  login_challenges: LoginChallengesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  known_devices: KnownDevicesTable
}
