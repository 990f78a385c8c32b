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
  name: Name,
  email: Email,
  password: Password,
  password_confirmation: Type.Optional(Confirmation('password')),
  role: Type.Optional(
    withDescription(oneOf('student', 'learner', 'researcher', 'recruiter'), 'What the person is on the platform.'),
  ),
  timezone: Type.Optional(TimeZone),
  locale: Type.Optional(Locale),
})
export type SignUp = Static<typeof SignUp>

export const Credentials = Type.Object({ email: Email, password: Untrimmed(200) })
export type Credentials = Static<typeof Credentials>

/** An access token and its user. */
export const SignedIn = Type.Object(
  {
    token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
    token_type: Type.String({ const: 'Bearer' }),
    expires_at: DateTime,
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
    expires_at: DateTime,
  },
  { title: 'TwoFactorRequired' },
)
export type TwoFactorRequired = Static<typeof TwoFactorRequired>

/** A session, or the challenge for the second factor. */
export const LoggedIn = Type.Union([SignedIn, TwoFactorRequired])
export type LoggedIn = Static<typeof LoggedIn>

/** The token in the mail about a new device. */
export const SessionEnd = Type.Object({ token: Secret })
export type SessionEnd = Static<typeof SessionEnd>

export const Session = Type.Object(
  {
    id: Id,
    device: Type.String({ description: 'What signed in, like `Firefox on Linux`.' }),
    ip_address: Type.String(),
    user_agent: Type.String(),
    last_used_at: DateTime,
    created_at: DateTime,
    current: Type.Boolean({ description: 'True for the session of this very request.' }),
  },
  { title: 'Session' },
)

export const ResetRequest = Type.Object({ email: Email })
export type ResetRequest = Static<typeof ResetRequest>

export const PasswordReset = Type.Object({
  token: Secret,
  email: Email,
  password: Password,
  password_confirmation: Confirmation('password'),
})
export type PasswordReset = Static<typeof PasswordReset>

export const EmailProof = Type.Object({ token: Secret })
export type EmailProof = Static<typeof EmailProof>

export const EmailState = Type.Object(
  {
    email: Type.String(),
    email_verified: Type.Boolean(),
    pending_email: nullable(Type.String()),
  },
  { title: 'EmailState' },
)
