import { type Static, Type } from 'typebox'
import { Confirmation, Email, Id, Line, nullable, Paging, Text, Untrimmed, withDescription } from '#core/schema.ts'
import { Role, userRecord } from './record.ts'

export const Name = Line(200, { examples: ['Ada Lovelace'] })
/** The maximum length; the minimum is configured and at least 6. */
export const Password = Untrimmed(200, { minLength: 6 })

const { id, name, role, profile_photo, headline, location, skills, email: _, ...others } = userRecord.answer
const publicFields = { id, name, role, profile_photo, headline, location, skills }
const ownFields = { email: Type.String({ description: 'The e-mail address.' }), ...others }

/** A user as they and administrators see them. */
export const User = Type.Object({ ...publicFields, ...ownFields }, { title: 'User' })
export type User = Static<typeof User>

/** A user as others see them; the user and administrators see all fields. */
export const VisibleUser = Type.Object(
  { ...publicFields, ...Type.Partial(Type.Object(ownFields)).properties },
  {
    title: 'VisibleUser',
    description: 'Administrators and the person get every field, others only the required ones.',
  },
)
export type VisibleUser = Static<typeof VisibleUser>

/** A user in a list of other things. */
export const UserSummary = Type.Object({
  id: Id,
  name: Type.String({ description: 'The name.' }),
  profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
})

export const UserQuery = Type.Object({
  ...Paging,
  search: Type.Optional(
    Text(200, { description: 'Beginnings of words of the name; for administrators also of the e-mail.' }),
  ),
  role: Type.Optional(Role),
})
export type UserQuery = Static<typeof UserQuery>

const { change } = userRecord

export const UserChange = Type.Object({
  name: change.name,
  email: Type.Optional(withDescription(Email, 'The e-mail address.')),
  headline: change.headline,
  bio: change.bio,
  location: change.location,
  phone: change.phone,
  skills: change.skills,
  links: change.links,
  profile_photo: change.profile_photo,
  timezone: change.timezone,
  locale: change.locale,
  billing_address: change.billing_address,
  password: Type.Optional(withDescription(Password, 'The password, exactly as typed.')),
  password_confirmation: Type.Optional(Confirmation('password')),
  current_password: Type.Optional(withDescription(Untrimmed(200), 'The present password.')),
  role: change.role,
})
export type UserChange = Static<typeof UserChange>
