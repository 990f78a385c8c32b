import { type Static, Type } from 'typebox'
import {
  Confirmation,
  DateTime,
  Email,
  Id,
  Label,
  Line,
  Locale,
  NonEmptyLine,
  nullable,
  oneOf,
  Paging,
  Text,
  TimeZone,
  Untrimmed,
  withDescription,
} from '#core/schema.ts'

export const Role = withDescription(
  oneOf('student', 'learner', 'researcher', 'recruiter', 'admin'),
  'What the person is on the platform.',
)
export type Role = Static<typeof Role>

export const Name = Line(200, { examples: ['Ada Lovelace'] })
/** The maximum length; the minimum is configured and at least 6. */
export const Password = Untrimmed(200, { minLength: 6 })
const Skills = Type.Array(Label(100), { maxItems: 100 })

const Link = Type.String({
  maxLength: 500,
  pattern: '^$|^https?://[^\\s]+$',
  spelling: 'address',
  sentence: 'Links must be http or https addresses.',
})
const OrcidLink = Type.String({
  maxLength: 500,
  pattern: '^$|^https?://[^\\s]+$|^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$',
  spelling: 'orcid',
  sentence: 'The ORCID must be an iD like 0000-0002-1825-0097 or its address.',
})
const links = {
  website: withDescription(Link, 'The URL of a website, or an empty text.'),
  linkedin: withDescription(Link, 'The URL of the LinkedIn profile, or an empty text.'),
  orcid: withDescription(OrcidLink, 'The ORCID iD.'),
  github: withDescription(Link, 'The URL of the GitHub profile, or an empty text.'),
}

/** The address on invoices; missing lines are empty texts. */
const BillingAddress = Type.Object(
  {
    name: Line(200, { description: 'A person or an organization.', examples: ['Analytical Engines Ltd'] }),
    line1: withDescription(Label(200, { examples: ['12 St James Square'] }), 'Street and number.'),
    line2: withDescription(Label(200), 'Further lines of the address.'),
    city: withDescription(Label(100, { examples: ['London'] }), 'The city.'),
    region: Label(100, { description: 'State, province or county.' }),
    postal_code: withDescription(Label(20, { examples: ['SW1Y 4JH'] }), 'The postal code.'),
    country: Type.String({
      pattern: '^([A-Z]{2})?$',
      spelling: 'code',
      sentence: 'The country must be a code of two letters, like KE.',
      description: 'ISO 3166-1 alpha-2.',
      examples: ['GB'],
    }),
    tax_id: Label(50, { description: 'VAT or tax number of the buyer.', examples: ['GB123456789'] }),
  },
  { title: 'BillingAddress' },
)

const publicFields = {
  id: Id,
  name: Type.String({ description: 'The name.' }),
  role: Role,
  profile_photo: nullable(Type.String({ description: 'Address of the picture.' })),
  headline: Type.String({ description: 'The profession or position, in a few words.' }),
  location: Type.String({ description: 'City, region or country, in free words.' }),
  skills: withDescription(Type.Array(Type.String()), 'The names of skills.'),
}

const ownFields = {
  email: Type.String({ description: 'The e-mail address.' }),
  pending_email: nullable(Type.String({ description: 'The address that takes over once it is verified.' })),
  email_verified: Type.Boolean({ description: 'Whether the e-mail address has been verified.' }),
  email_bouncing: Type.Boolean({
    description: 'True when a mail server refused the address for good, until it accepts a mail again.',
  }),
  timezone: nullable(Type.String({ description: 'For what is written to this person; null for the default.' })),
  locale: nullable(
    Type.String({ description: 'The language tag for what is written to this person; null for English.' }),
  ),
  billing_address: nullable(BillingAddress),
  profile_complete: Type.Boolean({ description: 'True when name, role and bio are there.' }),
  bio: Type.String({ description: 'The work of the person, in their own words.' }),
  phone: Type.String({ description: 'The telephone number.' }),
  links: withDescription(
    Type.Object({
      website: Type.String({ description: 'The URL of a website, or an empty text.' }),
      linkedin: Type.String({ description: 'The URL of the LinkedIn profile, or an empty text.' }),
      orcid: Type.String({ description: 'The ORCID iD.' }),
      github: Type.String({ description: 'The URL of the GitHub profile, or an empty text.' }),
    }),
    'Links to profiles elsewhere.',
  ),
  researcher_id: nullable(Type.Integer({ description: 'The researcher profile of this person.' })),
  login_methods: withDescription(
    Type.Array(Type.String()),
    'The ways in which the person can sign in: `password`, `passkey`, `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`.',
  ),
  two_factor_enabled: Type.Boolean({ description: 'Whether a login needs a code as well.' }),
  created_at: DateTime,
  updated_at: DateTime,
}

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

export const UserQuery = Type.Object({
  ...Paging,
  search: Type.Optional(
    Text(200, { description: 'Beginnings of words of the name; for administrators also of the e-mail.' }),
  ),
  role: Type.Optional(Role),
})
export type UserQuery = Static<typeof UserQuery>

export const UserChange = Type.Partial(
  Type.Object({
    name: withDescription(NonEmptyLine('name', 200), 'The name.'),
    email: withDescription(Email, 'The e-mail address.'),
    headline: withDescription(Label(200), 'The profession or position, in a few words.'),
    bio: withDescription(Text(5_000), 'The work of the person, in their own words.'),
    location: withDescription(Label(200), 'City, region or country, in free words.'),
    phone: withDescription(Label(50), 'The telephone number.'),
    skills: withDescription(Skills, 'The names of skills.'),
    links: withDescription(Type.Partial(Type.Object(links)), 'Links to profiles elsewhere.'),
    profile_photo: nullable(
      Type.String({ description: 'null removes the picture. An address changes nothing: pictures are uploaded.' }),
    ),
    timezone: nullable(
      Type.Unsafe<string>({
        ...TimeZone,
        description: 'For mails, reminders and invitations; null for the default.',
      }),
    ),
    locale: nullable(
      Type.Unsafe<string>({
        ...Locale,
        description:
          'The language of mails, notifications and documents: ar, en, es, fr, pt or sw, with or without a region.',
      }),
    ),
    billing_address: nullable(
      Type.Partial(BillingAddress, { description: 'Takes the place of the former one; null removes it.' }),
    ),
    password: withDescription(Password, 'The password, exactly as typed.'),
    password_confirmation: Confirmation('password'),
    current_password: withDescription(Untrimmed(200), 'The present password.'),
    role: Role,
  }),
)
export type UserChange = Static<typeof UserChange>
