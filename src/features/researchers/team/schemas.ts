import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, withDescription } from '#core/schema.ts'

/** Specification, "Researcher team member". */
export const TeamMember = Type.Object(
  {
    id: Id,
    user: Type.Object({
      id: Id,
      name: Type.String({ description: 'The name.' }),
      email: Type.String({
        description: 'Empty, except for the member, administrators, and fellow members after acceptance.',
      }),
      profile_photo: Type.String({ description: 'Empty when there is none.' }),
    }),
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
