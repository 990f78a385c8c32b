import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { ApiKey } from '#features/accounts/index.ts'
import { Role, User } from '#features/users/index.ts'
import { invitationFields } from '../invitations/schemas.ts'
import { Reason } from '../reason.ts'

const State = oneOf('active', 'suspended', 'deleted')

export const Person = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name.' }),
    email: Type.String({ description: 'Empty for an account without one.' }),
    role: Role,
    state: Type.Unsafe<Static<typeof State>>({ ...State, description: 'Whether the account can be used.' }),
    email_verified: Type.Boolean({ description: 'Whether the e-mail address has been verified.' }),
    email_bouncing: Type.Boolean({ description: 'True when a mail server refused the address for good.' }),
    created_at: DateTime,
    last_active_at: nullable(
      Type.String({ description: 'The last use of a session or an API key, within five minutes; null without any.' }),
    ),
    suspended_at: withDescription(nullable(DateTime), 'When the account was suspended; null unless it is.'),
    suspension_reason: Type.String({ description: 'Empty unless it is suspended.' }),
  },
  { title: 'Person' },
)
export type Person = Static<typeof Person>

export const PersonQuery = Type.Object({
  ...Paging,
  search: Type.Optional(
    Text(200, { description: 'Beginnings of words of the name or address, a whole address, or an id.' }),
  ),
  role: Type.Optional(Role),
  state: Type.Optional(
    withDescription(oneOf('active', 'suspended', 'unverified', 'deleted'), 'Only accounts in this state.'),
  ),
  sort: Type.Optional(
    withDescription(oneOf('recent', 'oldest', 'name'), 'Newest (the default) or oldest first, or by name.'),
  ),
})
export type PersonQuery = Static<typeof PersonQuery>

const Session = Type.Object({
  id: Id,
  device: Type.String({ description: 'The browser and the system, or the name of the program.' }),
  ip_address: Type.String({ description: 'The IP address of the request.' }),
  last_used_at: withDescription(DateTime, 'When it was last used, with a precision of five minutes.'),
  created_at: DateTime,
})

export const PersonDetail = Type.Object(
  {
    ...Person.properties,
    user: Type.Optional(User),
    sessions: Type.Array(Session, { description: 'The sessions that are still valid, newest first.' }),
    api_keys: Type.Array(ApiKey, { description: 'The API keys that are still valid.' }),
    passkeys: Type.Integer({ description: 'The number of passkeys.' }),
    locked_until: nullable(
      Type.String({ description: 'Set while too many wrong passwords keep the person out, from any network.' }),
    ),
    researcher: withDescription(
      nullable(
        Type.Object({ id: Id, verified: Type.Boolean({ description: 'Whether an administrator has verified it.' }) }),
      ),
      'The researcher profile; null without one.',
    ),
    invitation: withDescription(
      nullable(Type.Object(invitationFields)),
      'The invitation that the account waits for; null once it is accepted, and without one.',
    ),
    records: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'The kind of records, like `application`.' }),
        count: Type.Integer({ description: 'The number of items.' }),
      }),
      {
        description: 'How much the person has of each kind; `/admin/users/{id}/records/{kind}` lists it.',
      },
    ),
  },
  { title: 'PersonDetail' },
)
export type PersonDetail = Static<typeof PersonDetail>

export const UserRecord = Type.Object(
  {
    id: Id,
    title: Type.String({ description: 'The title.' }),
    status: Type.String({ description: 'The status of the record, in the words of its kind.' }),
    created_at: DateTime,
  },
  { title: 'UserRecord' },
)
export type UserRecord = Static<typeof UserRecord>

const recordKinds = [
  'job_post',
  'application',
  'course',
  'enrollment',
  'exam',
  'attempt',
  'project',
  'certificate',
  'payment',
] as const

export const RecordPath = Type.Object({ id: Id, kind: withDescription(oneOf(...recordKinds), 'The kind of records.') })
export type RecordPath = Static<typeof RecordPath>

export const RecordQuery = Type.Object(Paging)
export type RecordQuery = Static<typeof RecordQuery>

export const Suspension = Type.Object({
  reason: Type.Optional(
    Text(2_000, { description: 'Written to the audit log, and told to the person in a mail and at a sign-in.' }),
  ),
})
export type Suspension = Static<typeof Suspension>

export const RoleChange = Type.Object({ role: Role, reason: Type.Optional(Reason) })
export type RoleChange = Static<typeof RoleChange>

export const VerificationChange = Type.Object({
  verified: Type.Boolean({ description: 'Whether an administrator has verified it.' }),
  reason: Type.Optional(Reason),
})
export type VerificationChange = Static<typeof VerificationChange>
