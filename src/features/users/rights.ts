/** Who may read and do what with accounts. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { everyone, user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { userRecord } from './record.ts'

export const userRights = defineRights({
  kind: 'user',
  table: 'users',
  where: { deleted_at: null },
  relations: {
    everyone: everyone({ suspended_at: null }),
    self: user('id'),
  },
  may: {
    read: ['everyone', 'self', 'admin'],
    /** Contacts, settings and addresses. */
    readAllFields: ['self', 'admin'],
    /** What users do with their own account. */
    actFor: ['self', 'admin'],
    updatePersonRole: ['admin'],
  },
  parts: { private: 'readAllFields' },
  followed: [
    followObjects(userRecord, {
      private: [
        'email',
        'email_verified_at',
        'pending_email',
        'email_bounced_at',
        'phone',
        'timezone',
        'locale',
        'billing_address',
      ],
    }),
    followParts({ table: 'user_accommodations', tracked: ['factor_percent'] }, { object: 'user_id', rows: 'private' }),
  ],
})
