/** Who may read certificates. What is shared by its holder, or verified by its code, is public. */

import { followObjects } from '#database/derived/journal.ts'
import { user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { certificateRecord } from './record.ts'

export const certificateRights = defineRights({
  kind: 'certificate',
  table: 'certificates',
  relations: { holder: user('user_id') },
  may: { read: ['holder', 'admin'] },
  followed: [followObjects(certificateRecord)],
})
