/** Who may read and do what with profiles of researchers. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { users } from '#database/member-relation.ts'
import { everyone, user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { researcherRecord } from './profiles/record.ts'
import { publicationRecord } from './publications/record.ts'

interface ActorMembership {
  /** The membership of the actor in the team; null for others. */
  mine: { can_manage_team: boolean } | null
}

/** The team, of which a hidden profile is hidden too. */
const team = { table: 'researcher_team', object: 'researcher_id', when: { hidden_at: null } } as const

export const researcherRights = defineRights({
  kind: 'researcher',
  table: 'researchers',
  relations: {
    everyone: everyone({ visibility: 'public' }),
    owner: user('user_id'),
    member: users({ ...team, has: ({ mine }: ActorMembership) => mine !== null }),
    manager: users({
      ...team,
      where: { can_manage_team: true },
      has: ({ mine }: ActorMembership) => mine?.can_manage_team === true,
    }),
  },
  may: {
    read: ['everyone', 'owner', 'member', 'admin'],
    /** Seeing the addresses of those in the team. */
    takePart: ['owner', 'member', 'admin'],
    change: ['owner', 'admin'],
    remove: ['owner', 'admin'],
    addToTeam: ['owner', 'manager', 'admin'],
  },
  followed: [
    followObjects(researcherRecord, { found: ['name_key', 'quality', 'institution_names'] }),
    followParts(
      { table: 'researcher_team', tracked: ['role', 'can_manage_team', 'accepted_at'] },
      { object: 'researcher_id' },
    ),
    followParts(publicationRecord, { object: 'researcher_id' }),
  ],
})
