import { type Static, Type } from 'typebox'
import { DateTime, Email, Id, nullable, oneOf, Paging, withCondition, withDescription } from '#core/schema.ts'
import { InvitedUser } from '#features/memberships/schemas.ts'
import { MemberRole } from '../record.ts'

export const CompanyMember = Type.Object(
  {
    id: Id,
    user: InvitedUser,
    invited_email: Type.String({
      description: 'The invited address until it is accepted, for those who change the members; otherwise empty.',
    }),
    role: MemberRole,
    added_at: withDescription(DateTime, 'When the person was invited.'),
    accepted_at: nullable(
      Type.Unsafe<string>({
        ...DateTime,
        description: 'When the person accepted; null until then, and nothing is permitted to them.',
      }),
    ),
  },
  { title: 'CompanyMember' },
)
export type CompanyMember = Static<typeof CompanyMember>

/** Exactly one of the two says who is invited. */
const findErrors = ({ user_id, email }: { user_id?: number; email?: string }) =>
  user_id === undefined && email === undefined
    ? { user_id: ['Name an account or an address to invite.' as const] }
    : user_id !== undefined && email !== undefined
      ? { email: ['Name an account or an address, not both.' as const] }
      : {}

export const NewCompanyMember = withCondition(
  Type.Object(
    {
      user_id: Type.Optional(Id),
      email: Type.Optional(
        withDescription(Email, 'An address instead of an account. Whether an account has it is not told.'),
      ),
      role: MemberRole,
    },
    { title: 'NewCompanyMember', examples: [{ user_id: 12, role: 'recruiter' }] },
  ),
  findErrors,
)
export type NewCompanyMember = Static<typeof NewCompanyMember>

/** The role of a person whom an administrator invites with others; an owner is invited one by one. */
export const InvitedRole = oneOf('admin', 'recruiter', 'interviewer')
export type InvitedRole = Static<typeof InvitedRole>

export const CompanyMemberChange = Type.Object({ role: MemberRole })
export type CompanyMemberChange = Static<typeof CompanyMemberChange>

export const CompanyInvitation = Type.Object(
  {
    id: Type.Integer({ description: 'The `member_id` with which it is accepted or declined.' }),
    company: withDescription(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'The name.' }),
        verified: Type.Boolean({ description: 'Whether an administrator has verified the company.' }),
      }),
      'The company.',
    ),
    role: MemberRole,
    invited_by: Type.String({ description: 'The name of the person who invited.' }),
    added_at: withDescription(DateTime, 'When the person was invited.'),
    expires_at: withDescription(DateTime, 'When the invitation ends unless it is accepted.'),
  },
  { title: 'CompanyInvitation' },
)
export type CompanyInvitation = Static<typeof CompanyInvitation>

export const CompanyInvitationQuery = Type.Object(Paging)
export type CompanyInvitationQuery = Static<typeof CompanyInvitationQuery>
