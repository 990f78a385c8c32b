import { type Static, Type } from 'typebox'
import {
  DateTime,
  Id,
  Label,
  Line,
  Locale,
  nullable,
  oneOf,
  Text,
  TimeZone,
  withCondition,
  withDescription,
} from '#core/schema.ts'
import { findVatNumberExample } from '#core/vat-numbers.ts'
import {
  computed,
  defaulted,
  defineRecord,
  internal,
  optional,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'
import { fill } from '#language/sentence.ts'

export const Role = withDescription(
  oneOf('student', 'learner', 'researcher', 'recruiter', 'admin'),
  'What the person is on the platform.',
)
export type Role = Static<typeof Role>

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
      maxLength: 16,
      spelling: 'code',
      sentence: 'The country must be a code of two letters, like KE.',
      description: 'ISO 3166-1 alpha-2.',
      examples: ['GB'],
    }),
    tax_id: Label(50, {
      description:
        'VAT or tax number of the buyer. One that begins like the VAT numbers of `country` must have their form, in the European Union, ' +
        'Great Britain, Iceland, Norway and Switzerland; no register is asked.',
      examples: ['GB123456789'],
    }),
  },
  { title: 'BillingAddress' },
)

const StoredLinks = Type.Object({
  website: Type.String({ description: 'The URL of a website, or an empty text.' }),
  linkedin: Type.String({ description: 'The URL of the LinkedIn profile, or an empty text.' }),
  orcid: Type.String({ description: 'The ORCID iD.' }),
  github: Type.String({ description: 'The URL of the GitHub profile, or an empty text.' }),
})

/** A user as they and administrators see them. */
export const userRecord = defineRecord('users', {
  id: readOnly(Id),
  name: required(withDescription(Line(200), 'The name.')),
  role: required(Role),
  profile_photo: optional(
    nullable(
      Type.String({
        maxLength: 2_000,
        description: 'null removes the picture. An address changes nothing: pictures are uploaded.',
      }),
    ),
    null,
    { answer: nullable(Type.String({ description: 'Address of the picture.' })) },
  ),
  headline: optional(withDescription(Label(200), 'The profession or position, in a few words.'), '', {
    answer: Type.String({ description: 'The profession or position, in a few words.' }),
  }),
  location: optional(withDescription(Label(200), 'City, region or country, in free words.'), '', {
    answer: Type.String({ description: 'City, region or country, in free words.' }),
  }),
  skills: optional(withDescription(Type.Array(Label(100), { maxItems: 100 }), 'The names of skills.'), [], {
    answer: withDescription(Type.Array(Type.String()), 'The names of skills.'),
  }),
  /** Null without an address; callers see an empty text. */
  email: readOnly(nullable(Type.String()), { tracked: true }),
  pending_email: readOnly(nullable(Type.String({ description: 'The address that takes over once it is verified.' })), {
    tracked: true,
  }),
  email_verified: computed(Type.Boolean({ description: 'Whether the e-mail address has been verified.' })),
  email_bouncing: computed(
    Type.Boolean({
      description: 'True when a mail server refused the address for good, until it accepts a mail again.',
    }),
  ),
  timezone: optional(
    nullable(
      Type.Unsafe<string>({
        ...TimeZone,
        description: 'For mails, reminders and invitations; null for the default.',
      }),
    ),
    null,
    { answer: nullable(Type.String({ description: 'For what is written to this person; null for the default.' })) },
  ),
  locale: optional(
    nullable(
      Type.Unsafe<string>({
        ...Locale,
        description:
          'The language of mails, notifications and documents: ar, en, es, fr, pt or sw, with or without a region.',
      }),
    ),
    null,
    {
      answer: nullable(
        Type.String({ description: 'The language tag for what is written to this person; null for English.' }),
      ),
    },
  ),
  billing_address: optional(
    nullable(
      withCondition(
        Type.Partial(BillingAddress, { description: 'Takes the place of the former one; null removes it.' }),
        ({ country = '', tax_id = '' }) => {
          const example = findVatNumberExample(country, tax_id)
          return example === null
            ? {}
            : { tax_id: [fill('The VAT numbers of this country are written like {example}.', { example })] }
        },
      ),
    ),
    null,
    { answer: nullable(BillingAddress) },
  ),
  profile_complete: computed(Type.Boolean({ description: 'True when name, role and bio are there.' })),
  bio: optional(withDescription(Text(5_000), 'The work of the person, in their own words.'), '', {
    answer: Type.String({ description: 'The work of the person, in their own words.' }),
  }),
  phone: optional(withDescription(Label(50), 'The telephone number.'), '', {
    answer: Type.String({ description: 'The telephone number.' }),
  }),
  links: optional(
    withDescription(Type.Partial(Type.Object(links)), 'Links to profiles elsewhere.'),
    { website: '', linkedin: '', orcid: '', github: '' },
    { answer: withDescription(StoredLinks, 'Links to profiles elsewhere.') },
  ),
  researcher_id: computed(nullable(Type.Integer({ description: 'The researcher profile of this person.' }))),
  login_methods: computed(
    withDescription(
      Type.Array(Type.String()),
      'The ways in which the person can sign in: `password`, `passkey`, `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`.',
    ),
  ),
  two_factor_enabled: computed(Type.Boolean({ description: 'Whether a login needs a code as well.' })),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  email_verified_at: internal(nullable(DateTime), { tracked: true }),
  /** When a mail server refused the address permanently; null when it accepts mail. */
  email_bounced_at: defaulted(nullable(DateTime), { tracked: true }),
  password_hash: internal(nullable(Type.String())),
  deleted_at: internal(nullable(DateTime), { tracked: true }),
  suspended_at: defaulted(nullable(DateTime), { tracked: true }),
  suspension_reason: defaulted(Type.String()),
  /** The name as lists are sorted by it. */
  sort_name: defaulted(Type.String()),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    users: TableOf<typeof userRecord>
  }
}
