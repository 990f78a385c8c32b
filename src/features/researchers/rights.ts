/** Who may read and do what with profiles of researchers. */

import { everyone, user, users } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'

interface Joined {
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
    member: users({ ...team, has: ({ mine }: Joined) => mine !== null }),
    manager: users({
      ...team,
      where: { can_manage_team: true },
      has: ({ mine }: Joined) => mine?.can_manage_team === true,
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
})
