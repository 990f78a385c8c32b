/** The keys that sign credentials. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

export const issuerKeys: Migration = {
  name: '0022-issuer-keys',
  up(schema) {
    schema.table('issuer_keys', {
      id: id(),
      // Multibase; stays when the key is retired, so that what it signed can be verified.
      public_key: text(),
      // Encrypted with APP_SECRET.
      secret_key: text(),
      // 1 for the key that signs, null for former ones, so that there is only one.
      active: integer().nullable(),
      created_at: timestamp(),
      retired_at: timestamp().nullable(),
    })
    schema.index('issuer_keys', ['active'], { unique: true })
    // For the status lists of credentials.
    schema.index('certificates', ['id'], { where: 'revoked_at is not null' })
  },
}
