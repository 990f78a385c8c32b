/** Sign-in through an identity provider: pending requests, used nonces, and the tables of the sandbox provider. */

import { boolean, id, integer, type Migration, text, timestamp } from './schema.ts'

export const identity: Migration = {
  name: '0004-identity',
  up(schema) {
    schema.table('sign_in_states', {
      id: id(),
      state_hash: text(),
      provider: text().oneOf('google', 'linkedin'),
      action: text().oneOf('login', 'signup', 'link'),
      redirect_uri: text(),
      // The user who began; only this user may finish. Null for an anonymous request.
      user_id: integer().nullable().references('users', 'cascade'),
      created_at: timestamp(),
      expires_at: timestamp(),
    })
    schema.index('sign_in_states', ['state_hash'], { unique: true })
    schema.index('sign_in_states', ['user_id'])
    schema.index('sign_in_states', ['expires_at'])

    // Nonces of credentials that were used, until the credentials expire.
    schema.table('credential_nonces', { nonce_hash: text(), expires_at: timestamp() }, { primaryKey: ['nonce_hash'] })
    schema.index('credential_nonces', ['expires_at'])

    schema.table('sandbox_identity_codes', {
      id: id(),
      code_hash: text(),
      redirect_uri: text(),
      code_challenge: text(),
      nonce: text().nullable(),
      email: text(),
      name: text(),
      email_verified: boolean(),
      expires_at: timestamp(),
    })
    schema.index('sandbox_identity_codes', ['code_hash'], { unique: true })
    schema.index('sandbox_identity_codes', ['expires_at'])

    schema.table('sandbox_identity_keys', { name: text(), private_key: text() }, { primaryKey: ['name'] })
  },
}
