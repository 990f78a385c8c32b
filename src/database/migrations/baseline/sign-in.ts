/** Sign-in: requests at providers, second factors, passkeys, known devices, and the tables of the sandbox provider. */

import type { Provider } from '../../tables/accounts.ts'
import { boolean, id, integer, json, type Schema, text, timestamp } from '../schema.ts'

export function defineSignIn(schema: Schema) {
  const sign_in_states = schema.table('sign_in_states', {
    id: id(),
    state_hash: text(),
    provider: text<Provider>(),
    action: text().oneOf('login', 'signup', 'link'),
    redirect_uri: text(),
    // The user who began; only this user may finish. Null for an anonymous request.
    user_id: integer().nullable().references('users', 'cascade'),
    created_at: timestamp(),
    expires_at: timestamp(),
    // A hash of the network and the user agent that began the sign-in, and may finish it.
    browser_hash: text().default(''),
  })
  schema.index('sign_in_states', ['state_hash'], { unique: true })
  schema.index('sign_in_states', ['user_id'])
  schema.index('sign_in_states', ['expires_at'])

  // Nonces of credentials that were used, until the credentials expire.
  const credential_nonces = schema.table(
    'credential_nonces',
    { nonce_hash: text(), expires_at: timestamp() },
    { primaryKey: ['nonce_hash'] },
  )
  schema.index('credential_nonces', ['expires_at'])

  const two_factor_secrets = schema.table(
    'two_factor_secrets',
    {
      user_id: integer().references('users', 'cascade'),
      // A JSON Web Encryption under a key derived from APP_SECRET.
      encrypted_secret: text(),
      // Null until the first code proves that the user has the secret.
      enabled_at: timestamp().nullable(),
      // The newest time step whose code was accepted; a code works once.
      last_step: integer().default(0),
      created_at: timestamp(),
    },
    { primaryKey: ['user_id'] },
  )

  const recovery_codes = schema.table(
    'recovery_codes',
    { user_id: integer().references('users', 'cascade'), code_hash: text() },
    { primaryKey: ['user_id', 'code_hash'] },
  )

  // A login that waits for its second factor.
  const login_challenges = schema.table(
    'login_challenges',
    {
      challenge_hash: text(),
      user_id: integer().references('users', 'cascade'),
      // How the first factor was proven: `password`, or the name of a provider.
      login_method: text(),
      attempts_left: integer(),
      expires_at: timestamp(),
    },
    { primaryKey: ['challenge_hash'] },
  )
  schema.index('login_challenges', ['user_id'])
  schema.index('login_challenges', ['expires_at'])

  const passkeys = schema.table('passkeys', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    // WebAuthn: the credential id, the COSE public key and the user handle, in base64url.
    credential_id: text(),
    public_key: text(),
    user_handle: text(),
    counter: integer(),
    transports: json<string[]>(),
    synced: boolean(),
    name: text(),
    created_at: timestamp(),
    last_used_at: timestamp().nullable(),
  })
  schema.index('passkeys', ['credential_id'], { unique: true })
  schema.index('passkeys', ['user_id', 'id'])

  const passkey_challenges = schema.table(
    'passkey_challenges',
    {
      challenge_hash: text(),
      // The user who registers a passkey; null for a login.
      user_id: integer().nullable().references('users', 'cascade'),
      expires_at: timestamp(),
    },
    { primaryKey: ['challenge_hash'] },
  )
  schema.index('passkey_challenges', ['user_id'])
  schema.index('passkey_challenges', ['expires_at'])

  // Hashes of the devices and networks from which a user signed in.
  const known_devices = schema.table(
    'known_devices',
    {
      user_id: integer().references('users', 'cascade'),
      device_hash: text(),
      last_seen_at: timestamp(),
    },
    { primaryKey: ['user_id', 'device_hash'] },
  )
  schema.index('known_devices', ['last_seen_at'])

  const sandbox_identity_codes = schema.table('sandbox_identity_codes', {
    id: id(),
    code_hash: text(),
    redirect_uri: text(),
    code_challenge: text(),
    nonce: text().nullable(),
    email: text(),
    name: text(),
    email_verified: boolean(),
    expires_at: timestamp(),
    client_id: text().default('sandbox'),
  })
  schema.index('sandbox_identity_codes', ['code_hash'], { unique: true })
  schema.index('sandbox_identity_codes', ['expires_at'])

  const sandbox_identity_keys = schema.table(
    'sandbox_identity_keys',
    { name: text(), private_key: text() },
    { primaryKey: ['name'] },
  )
  return {
    sign_in_states,
    credential_nonces,
    two_factor_secrets,
    recovery_codes,
    login_challenges,
    passkeys,
    passkey_challenges,
    known_devices,
    sandbox_identity_codes,
    sandbox_identity_keys,
  }
}
