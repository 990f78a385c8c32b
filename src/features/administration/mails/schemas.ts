import { type Static, Type } from 'typebox'
import { ByAge, DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

const State = oneOf('waiting', 'sent', 'failed', 'canceled')

export const AdminMail = Type.Object(
  {
    id: Id,
    to: Type.String({ description: 'The address of the recipient.' }),
    subject: Type.String({ description: 'The subject line of the mail.' }),
    state: Type.Unsafe<Static<typeof State>>({
      ...State,
      description: '`failed` when the mail server refused it for good, with the answer in `failure`.',
    }),
    failure: Type.String({ description: 'The answer of the mail server; empty unless it refused the mail.' }),
    created_at: DateTime,
    sent_at: withDescription(nullable(DateTime), 'When a mail server accepted it; null before.'),
    failed_at: withDescription(nullable(DateTime), 'When the mail server refused it for good; null otherwise.'),
    canceled_at: withDescription(nullable(DateTime), 'When it was cancelled; null while it is not.'),
  },
  { title: 'AdminMail' },
)
export type AdminMail = Static<typeof AdminMail>

export const AdminMailDetail = Type.Object(
  {
    ...AdminMail.properties,
    text: Type.String({
      description: 'The text without the secrets of its links; empty once a mail server has the mail, or refused it.',
    }),
    attachments: Type.Array(Type.String(), { description: 'The names of the attached files.' }),
    attempts: Type.Integer({ description: 'How often it was tried; 0 without a task.' }),
    last_error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
    next_attempt_at: nullable(Type.String({ description: 'Null when it will not be tried again by itself.' })),
  },
  { title: 'AdminMailDetail' },
)
export type AdminMailDetail = Static<typeof AdminMailDetail>

export const AdminMailQuery = Type.Object({
  ...Paging,
  state: Type.Optional(withDescription(State, 'Only mails in this state.')),
  to: Type.Optional(Text(254, { description: 'Only mails to this address.' })),
  sort: Type.Optional(ByAge),
})
export type AdminMailQuery = Static<typeof AdminMailQuery>
