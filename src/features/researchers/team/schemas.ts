import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, withDescription } from '#core/schema.ts'
import { MemberUser } from '#features/memberships/schemas.ts'

/** Specification, "Researcher team member". */
export const TeamMember = Type.Object(
  {
    id: Id,
    user: MemberUser,
    role: Type.String({ description: 'What the person does in the team, in the words of its owner.' }),
    can_manage_team: Type.Boolean({ description: 'Whether the person may change the team.' }),
    added_at: withDescription(DateTime, 'When the person was added.'),
    accepted_at: nullable(
      Type.Unsafe<string>({
        ...DateTime,
        description: 'When the person agreed to be on the team; null until then.',
      }),
    ),
  },
  { title: 'TeamMember' },
)
export type TeamMember = Static<typeof TeamMember>

export const NewTeamMember = Type.Object({
  user_id: Id,
  role: Line(100, { description: 'What they do in the team, in your words.' }),
  can_manage_team: Type.Optional(Type.Boolean({ description: 'May add others; false unless given.' })),
})
export type NewTeamMember = Static<typeof NewTeamMember>
