/** Who may read and do what with the entries of talent pools. */

import { followObjects } from '#database/derived/journal.ts'
import { those, user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { company } from '#features/jobs/rights.ts'
import { talentPoolRecord } from './pool/record.ts'

/** The entries of a talent pool: of a user, or of a company, where they stay when their author leaves it. */
export const talentPoolRights = defineRights({
  kind: 'talent_pool_entry',
  table: 'talent_pool_entries',
  relations: {
    keeper: user('keeper_id', { company_id: null }),
    colleague: those({ ...company, may: 'recruit' }),
    candidate: user('user_id'),
  },
  may: {
    read: ['keeper', 'colleague', 'candidate'],
    /** Reading and writing the note, which the candidate never sees, and removing the entry. */
    manage: ['keeper', 'colleague'],
    /** Giving, refusing and withdrawing the consent. */
    answer: ['candidate'],
  },
  parts: { management: 'manage' },
  followed: [followObjects(talentPoolRecord, { management: ['note'] })],
})
