/** Who may read and do what with question banks. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { users } from '#database/member-relation.ts'
import { user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { bankRecord } from './banks/record.ts'

export const bankRights = defineRights({
  kind: 'question_bank',
  table: 'question_banks',
  where: { deleted_at: null },
  relations: {
    owner: user('user_id'),
    editor: users({
      table: 'bank_editors',
      object: 'bank_id',
      has: ({ is_editor }: { is_editor: boolean }) => is_editor,
    }),
  },
  may: {
    /** Reading, changing its questions, and using it in exams. */
    read: ['owner', 'editor', 'admin'],
    /** Deleting it, and choosing its editors. */
    manage: ['owner', 'admin'],
  },
  followed: [
    followObjects(bankRecord),
    followParts({ table: 'bank_editors', tracked: [] }, { object: 'bank_id' }),
    followParts({ table: 'bank_questions', tracked: ['position', 'version'] }, { object: 'bank_id' }),
  ],
})
