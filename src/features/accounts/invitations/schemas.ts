import { type Static, Type } from 'typebox'
import { Confirmation, DateTime, Untrimmed, withDescription } from '#core/schema.ts'
import { Password } from '#features/users/index.ts'

const Token = withDescription(Untrimmed(500), 'The token of the link; keep it secret.')

export const InvitationLink = Type.Object({ token: Token })
export type InvitationLink = Static<typeof InvitationLink>

/** What the page of a link shows. */
export const InvitationDetails = Type.Object(
  {
    name: Type.String({ description: 'The name that the inviter wrote.' }),
    email: Type.String({ description: 'The address of the account.' }),
    invited_by: Type.String({ description: 'The name of the inviter; empty when their account is deleted.' }),
    message: Type.String({ description: 'What the inviter wrote; empty for nothing.' }),
    expires_at: withDescription(DateTime, 'When the link expires.'),
  },
  { title: 'InvitationDetails' },
)
export type InvitationDetails = Static<typeof InvitationDetails>

export const InvitationAcceptance = Type.Object({
  token: Token,
  password: withDescription(Password, 'The password, exactly as typed.'),
  password_confirmation: Type.Optional(Confirmation('password')),
})
export type InvitationAcceptance = Static<typeof InvitationAcceptance>
