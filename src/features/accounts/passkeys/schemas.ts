import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, NonEmptyLine, nullable, Untrimmed, withDescription } from '#core/schema.ts'

/** Binary values in base64url, as `PublicKeyCredential.toJSON()` writes them. */
const Bytes = (maxLength: number, description: string) => Untrimmed(maxLength, { description })

const challenge = Type.String({ description: 'What the device signs. Valid for ten minutes, once.' })
const timeout = Type.Integer({ description: 'How long the browser waits, in milliseconds.' })
const type = Type.Literal('public-key', { description: 'The only kind.' })

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3. */
export const PasskeyCreationOptions = Type.Object(
  {
    challenge,
    rp: Type.Object(
      { id: Type.String({ description: 'The domain.' }), name: Type.String({ description: 'The name.' }) },
      { description: 'The site that the passkey belongs to.' },
    ),
    user: Type.Object(
      {
        id: Type.String({ description: 'A handle that reveals nothing about the user.' }),
        name: Type.String({ description: 'The name.' }),
        displayName: Type.String({ description: 'What the device shows.' }),
      },
      { description: 'The account, as the device shows it.' },
    ),
    pubKeyCredParams: Type.Array(Type.Object({ type, alg: Type.Integer({ description: 'A COSE algorithm.' }) }), {
      description: 'Accepted kinds of keys, the preferred first.',
    }),
    timeout,
    attestation: Type.Literal('none', { description: 'The make of the device is not asked for.' }),
    excludeCredentials: Type.Array(
      Type.Object({ id: Type.String({ description: 'The id of a passkey, as the device knows it.' }), type }),
      {
        description: 'The passkeys that the account has.',
      },
    ),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.Literal('required', { description: 'The device remembers the account.' }),
        requireResidentKey: Type.Boolean({ description: 'The same for older browsers.' }),
        userVerification: Type.Literal('required', { description: 'The device recognizes the user.' }),
      },
      { description: 'What the device must be able to do.' },
    ),
  },
  {
    title: 'PasskeyCreationOptions',
    description: 'Pass it to `PublicKeyCredential.parseCreationOptionsFromJSON()`.',
  },
)

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3. */
export const PasskeyRequestOptions = Type.Object(
  {
    challenge,
    rpId: Type.String({ description: 'The domain that the passkeys belong to.' }),
    timeout,
    userVerification: Type.Literal('required', { description: 'The device recognizes the user.' }),
  },
  { title: 'PasskeyRequestOptions', description: 'Pass it to `PublicKeyCredential.parseRequestOptionsFromJSON()`.' },
)

export const NewPasskey = Type.Object({
  name: Type.Optional(Line(100, { description: 'Like `Phone`; the device by default.', examples: ['Phone'] })),
  credential: Type.Object(
    {
      id: Bytes(1_400, 'The id of the credential.'),
      response: Type.Object(
        {
          clientDataJSON: Bytes(10_000, 'What the browser signed.'),
          attestationObject: Bytes(100_000, 'The public key.'),
          transports: Type.Optional(
            Type.Array(Untrimmed(50), { maxItems: 10, description: 'How the device can be reached.' }),
          ),
        },
        { description: 'As `toJSON()` writes it.' },
      ),
    },
    { description: 'The new credential, by its method `toJSON()`.' },
  ),
})
export type NewPasskey = Static<typeof NewPasskey>

export const PasskeyLogin = Type.Object({
  credential: Type.Object(
    {
      id: Bytes(1_400, 'The id of the credential.'),
      response: Type.Object(
        {
          clientDataJSON: Bytes(10_000, 'What the browser signed.'),
          authenticatorData: Bytes(10_000, 'What the device signed.'),
          signature: Bytes(10_000, 'The signature of both.'),
          userHandle: Type.Optional(nullable(Bytes(200, 'The user that the device names.'))),
        },
        { description: 'As `toJSON()` writes it.' },
      ),
    },
    { description: 'The credential of the browser, by its method `toJSON()`.' },
  ),
})
export type PasskeyLogin = Static<typeof PasskeyLogin>

export const PasskeyChange = Type.Object({ name: withDescription(NonEmptyLine('name', 100), 'The name.') })
export type PasskeyChange = Static<typeof PasskeyChange>

export const Passkey = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The name.' }),
    synced: Type.Boolean({ description: 'Whether it is copied between devices, for example by a password manager.' }),
    created_at: DateTime,
    last_used_at: withDescription(nullable(DateTime), 'When it was last used, with a precision of five minutes.'),
  },
  { title: 'Passkey' },
)
export type Passkey = Static<typeof Passkey>
