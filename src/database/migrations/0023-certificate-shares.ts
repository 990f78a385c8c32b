/** Links to certificates that their holders can withdraw. */

import { id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const certificateShares: Migration = {
  name: '0023-certificate-shares',
  up(schema) {
    schema.table('certificate_shares', {
      id: id(),
      certificate_id: integer().references('certificates', 'cascade'),
      // The last part of the link.
      token: key(),
      // What the page shows beyond the title, the issuer and the date.
      shows: json(),
      purpose: text(),
      created_at: timestamp(),
      expires_at: timestamp().nullable(),
    })
    schema.index('certificate_shares', ['token'], { unique: true })
    schema.index('certificate_shares', ['certificate_id'])
  },
}
