import { createMembershipQueries } from '#database/membership-queries.ts'
import { prepare } from '#database/query/prepare.ts'

export const team = createMembershipQueries({
  table: 'researcher_team',
  object: 'researcher_id',
  columns: ['role', 'can_manage_team'],
  accepts: true,
  isPaged: false,
})

/** Counts the members of all teams of a user. */
export const countTeamMembers = prepare((q, p: { user_id: number }) =>
  q
    .selectFrom('researcher_team')
    .innerJoin('researchers', 'researchers.id', 'researcher_team.researcher_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('researchers.user_id', '=', p.user_id),
)
