import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, partial, withDescription } from '#core/schema.ts'
import { MemberUser } from '#features/memberships/schemas.ts'
import { Permissions } from '../record.ts'

/** Specification, "Project collaborator". */
export const Collaborator = Type.Object(
  {
    id: Id,
    user: MemberUser,
    role: Type.String({ description: 'What the person does in the project, in the words of its owner.' }),
    added_at: withDescription(DateTime, 'When the person was added.'),
    accepted_at: nullable(
      Type.Unsafe<string>({
        ...DateTime,
        description: 'When the person agreed to take part; null until then.',
      }),
    ),
    permissions: withDescription(Permissions, 'What the person may do here.'),
  },
  { title: 'ProjectCollaborator' },
)
export type Collaborator = Static<typeof Collaborator>

const details = {
  role: Type.Optional(Line(100, { description: 'What they do in the project, in your words.' })),
  permissions: Type.Optional(withDescription(partial(Permissions), 'What the person may do here.')),
}

export const NewCollaborator = Type.Object(
  { user_id: Id, ...details },
  { description: 'Permissions are false unless given.' },
)
export type NewCollaborator = Static<typeof NewCollaborator>

export const CollaboratorChange = Type.Object(details, { description: 'What is left out stays as it is.' })
export type CollaboratorChange = Static<typeof CollaboratorChange>
