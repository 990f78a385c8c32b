/** Who may read and do what with accounts. */

import { everyone, user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'

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
})
