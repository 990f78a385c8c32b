import { type Static, Type } from 'typebox'
import {
  Confirmation,
  DateTime,
  Email,
  Id,
  Locale,
  nullable,
  oneOf,
  TimeZone,
  Untrimmed,
  withDescription,
} from '#core/schema.ts'
import { Name, Password, User } from '#features/users/index.ts'

/** The maximum length of a token in a request. */
const Secret = Untrimmed(500)

export const SignUp = Type.Object({
  name: withDescription(Name, 'The name.'),
  email: withDescription(Email, 'The e-mail address.'),
  password: withDescription(Password, 'The password, exactly as typed.'),
  password_confirmation: Type.Optional(Confirmation('password')),
  role: Type.Optional(
    withDescription(oneOf('student', 'learner', 'researcher', 'recruiter'), 'What the person is on the platform.'),
  ),
  timezone: Type.Optional(withDescription(TimeZone, 'The IANA name of the time zone.')),
  locale: Type.Optional(
    withDescription(Locale, 'The language, as a BCP 47 tag: ar, en, es, fr, pt or sw, with or without a region.'),
  ),
})
export type SignUp = Static<typeof SignUp>

export const Credentials = Type.Object({
  email: withDescription(Email, 'The e-mail address.'),
  password: withDescription(Untrimmed(200), 'The password, exactly as typed.'),
  link: Type.Optional(
    Untrimmed(200, {
      description:
        'From the link of `npm run admin -- --sign-in-link`, for administrators where passwords are not used.',
    }),
  ),
})
export type Credentials = Static<typeof Credentials>

/** An access token and its user. */
export const SignedIn = Type.Object(
  {
    token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
    token_type: Type.String({ const: 'Bearer', description: 'How the token is sent: always `Bearer`.' }),
    expires_at: withDescription(DateTime, 'When it expires.'),
    user: User,
    two_factor_required: Type.Literal(false, { description: 'Distinguishes this answer from one with a challenge.' }),
  },
  { title: 'SignedIn' },
)
export type SignedIn = Static<typeof SignedIn>

/** What a login answers for an account with a second factor. */
export const TwoFactorRequired = Type.Object(
  {
    two_factor_required: Type.Literal(true, { description: 'Distinguishes this answer from one with a token.' }),
    challenge: Type.String({ description: 'Send it with a code to `POST /auth/two-factor`.' }),
    methods: Type.Array(oneOf('totp', 'recovery_code', 'passkey'), {
      description: 'How the login can be finished. `passkey`: with `POST /auth/passkeys/login` instead.',
    }),
    expires_at: withDescription(DateTime, 'When it expires.'),
  },
  { title: 'TwoFactorRequired' },
)
export type TwoFactorRequired = Static<typeof TwoFactorRequired>

/** A session, or the challenge for the second factor. */
export const LoggedIn = Type.Union([SignedIn, TwoFactorRequired])
export type LoggedIn = Static<typeof LoggedIn>

/** The token in the mail about a new device. */
export const SessionEnd = Type.Object({ token: withDescription(Secret, 'The token; keep it secret.') })
export type SessionEnd = Static<typeof SessionEnd>

export const Session = Type.Object(
  {
    id: Id,
    device: Type.String({ description: 'What signed in, like `Firefox on Linux`.' }),
    ip_address: Type.String({ description: 'The IP address of the request.' }),
    user_agent: Type.String({ description: 'The `User-Agent` of the request.' }),
    last_used_at: withDescription(DateTime, 'When it was last used, with a precision of five minutes.'),
    created_at: DateTime,
    current: Type.Boolean({ description: 'True for the session of this very request.' }),
  },
  { title: 'Session' },
)

export const ResetRequest = Type.Object({ email: withDescription(Email, 'The e-mail address.') })
export type ResetRequest = Static<typeof ResetRequest>

export const PasswordReset = Type.Object({
  token: withDescription(Secret, 'The token; keep it secret.'),
  email: withDescription(Email, 'The e-mail address.'),
  password: withDescription(Password, 'The password, exactly as typed.'),
  password_confirmation: Confirmation('password'),
})
export type PasswordReset = Static<typeof PasswordReset>

export const EmailProof = Type.Object(
  { token: withDescription(Secret, 'The token; keep it secret.') },
  { title: 'EmailProof' },
)
export type EmailProof = Static<typeof EmailProof>

export const EmailState = Type.Object(
  {
    email: Type.String({ description: 'The e-mail address.' }),
    email_verified: Type.Boolean({ description: 'Whether the e-mail address has been verified.' }),
    pending_email: withDescription(
      nullable(Type.String()),
      'The address that replaces the present one once it is verified; null without one.',
    ),
  },
  { title: 'EmailState' },
)
