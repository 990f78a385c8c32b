import { type Static, Type } from 'typebox'
import { nullable, oneOf, Text, Untrimmed, withDescription } from '#core/schema.ts'
import { SignedIn, TwoFactorRequired } from '../schemas.ts'

/** Unknown providers answer 404. */
const Provider = Type.String({
  pattern: '^[a-z][a-z0-9]{1,29}$',
  description:
    'The sign-in provider: `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`; `GET /auth/methods` lists them.',
  examples: ['google'],
})

export const ProviderPath = Type.Object({ provider: Provider })

const Action = withDescription(oneOf('login', 'signup', 'link'), 'What the sign-in is for.')
const RedirectUri = Text(2_000, {
  description: 'The address of the frontend that the provider leads back to.',
  examples: ['http://localhost:5173/callback'],
})
/** Used only when an account is created. */
const NewRole = Type.Optional(
  nullable(
    withDescription(
      oneOf('student', 'learner', 'researcher', 'recruiter'),
      'What a new person is on the platform; of no account for a known one.',
    ),
  ),
)

export const SignInStart = Type.Object({ action: Action, redirect_uri: RedirectUri })
export type SignInStart = Static<typeof SignInStart>

export const SignInBegun = Type.Object(
  {
    url: Type.String({ description: 'The address of the provider to lead the browser to.' }),
    state: Type.String({ description: 'Comes back with the code; refuse an answer that holds another.' }),
  },
  { title: 'SignInBegun' },
)
export type SignInBegun = Static<typeof SignInBegun>

export const SignInAnswer = Type.Object({
  code: Untrimmed(4_000, { description: 'As the provider sent it to `redirect_uri`.' }),
  state: Untrimmed(500, { description: 'As the provider sent it to `redirect_uri`.' }),
  action: Action,
  role: NewRole,
  redirect_uri: RedirectUri,
  invitation: Type.Optional(
    nullable(
      Untrimmed(500, { description: 'The token of an invitation, which this sign-in accepts; keep it secret.' }),
    ),
  ),
  iss: Type.Optional(
    nullable(Text(2_000, { description: 'As the provider sent it to `redirect_uri`, if it did (RFC 9207).' })),
  ),
})
export type SignInAnswer = Static<typeof SignInAnswer>

const IdToken = Untrimmed(16_000)

export const GoogleCredential = Type.Object({
  credential: Type.Optional(
    Untrimmed(16_000, { description: 'The ID token that Google Identity Services gave the browser.' }),
  ),
  id_token: Type.Optional(withDescription(IdToken, 'The ID token of Google, another name for `credential`.')),
  token: Type.Optional(withDescription(IdToken, 'The token; keep it secret.')),
  nonce: Type.Optional(
    nullable(Untrimmed(500, { description: 'The nonce the frontend gave Google; the ID token must hold it.' })),
  ),
  role: NewRole,
})
export type GoogleCredential = Static<typeof GoogleCredential>

/** The response of a login, and whether the profile should be completed. */
export const SignedInByProvider = Type.Object(
  {
    ...SignedIn.properties,
    requires_profile_completion: Type.Boolean({ description: 'True until name, role and bio are there.' }),
  },
  { title: 'SignedInByProvider' },
)
export type SignedInByProvider = Static<typeof SignedInByProvider>

/** A session, or the challenge for the second factor. */
export const LoggedInByProvider = Type.Union([SignedInByProvider, TwoFactorRequired])
export type LoggedInByProvider = Static<typeof LoggedInByProvider>

/** How users can sign in and sign up, for the pages of a frontend. */
export const SignInMethods = Type.Object(
  {
    sign_up: withDescription(
      oneOf('open', 'invited', 'closed'),
      'Who may create an account: `open`, anybody or the domains of the operator; `invited` and `closed`, by an invitation.',
    ),
    password: Type.Boolean({ description: 'Whether users sign in with passwords.' }),
    providers: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The `provider` in the paths of sign-ins, such as `google`.' }),
        label: Type.String({ description: 'The name that users know, such as `Google`.' }),
      }),
      { description: 'The providers that are configured, in the order of their buttons.' },
    ),
  },
  { title: 'SignInMethods' },
)
export type SignInMethods = Static<typeof SignInMethods>
