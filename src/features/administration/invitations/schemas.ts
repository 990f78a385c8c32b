import { type Static, Type } from 'typebox'
import { DateTime, Email, Id, Locale, Named, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { Name, Role } from '#features/users/index.ts'
import { Reason } from '../reason.ts'

const Message = Text(2_000, { description: 'A few words to the invited person, which the mail contains.' })

export const NewPerson = Type.Object({
  name: withDescription(Name, 'The name.'),
  email: withDescription(Email, 'The e-mail address.'),
  role: Type.Optional(withDescription(Role, 'What the person is on the platform; `learner` unless given.')),
  locale: Type.Optional(
    withDescription(
      Locale,
      'The language of the mail and of the account, as a BCP 47 tag; that of the request if absent.',
    ),
  ),
  message: Type.Optional(Message),
  reason: Type.Optional(Reason),
})
export type NewPerson = Static<typeof NewPerson>

export const InvitationRenewal = Type.Object({
  message: Type.Optional(withDescription(Message, 'In place of the former message, which is sent again if absent.')),
  reason: Type.Optional(Reason),
})
export type InvitationRenewal = Static<typeof InvitationRenewal>

/** The fields, for what shows an invitation among others. */
export const invitationFields = {
  id: Id,
  user: Type.Object(
    {
      id: Id,
      name: Type.String({ description: 'The name.' }),
      email: Type.String({ description: 'The e-mail address.' }),
      role: Role,
    },
    { description: 'The account that waits for the person.' },
  ),
  invited_by: withDescription(nullable(Named), 'Who sent the invitation; null when their account is deleted.'),
  message: Type.String({ description: 'What the inviter wrote.' }),
  state: withDescription(
    oneOf('waiting', 'expired', 'accepted'),
    'Whether the link still works, has expired, or was used.',
  ),
  sent_at: withDescription(DateTime, 'When the newest link was mailed.'),
  expires_at: withDescription(DateTime, 'When the newest link expires.'),
  accepted_at: withDescription(nullable(DateTime), 'When the person accepted; null until then.'),
}

export const Invitation = Type.Object(invitationFields, { title: 'Invitation' })
export type Invitation = Static<typeof Invitation>
