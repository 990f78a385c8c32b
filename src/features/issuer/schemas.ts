import { Type } from 'typebox'

const Strings = (description: string) => Type.Array(Type.String(), { description })
const Context = Strings('The JSON-LD contexts that define the terms.')
const described = (description: string) => Type.String({ description })

/** An Ed25519 key (RFC 8037). */
const PublicJwk = Type.Object({
  kty: described('The type of the key, `OKP`.'),
  crv: described('The curve, `Ed25519`.'),
  x: described('The public key, in base64url.'),
})

const VerificationMethod = Type.Object({
  id: Type.String({ description: 'The name of the key, as proofs state it.' }),
  type: described('`Multikey` or `JsonWebKey`: each key is there in both forms.'),
  controller: described('The issuer.'),
  publicKeyMultibase: Type.Optional(described('The key as a Multikey.')),
  publicKeyJwk: Type.Optional(Type.Object(PublicJwk.properties, { description: 'The key as a JWK.' })),
})

export const DidDocument = Type.Object(
  {
    '@context': Context,
    id: Type.String({ description: 'The DID of the issuer.', examples: ['did:web:api.example.org'] }),
    alsoKnownAs: Strings('The address of the profile.'),
    verificationMethod: Type.Array(VerificationMethod, { description: 'The keys, former ones too.' }),
    assertionMethod: Strings('The keys that may sign credentials.'),
  },
  { title: 'DidDocument' },
)

export const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        ...PublicJwk.properties,
        kid: described('The name of the key, as JWTs state it.'),
        alg: described('The algorithm, `EdDSA`.'),
        use: described('`sig`: the key signs.'),
      }),
      { description: 'The keys, former ones too.' },
    ),
  },
  { title: 'KeySet' },
)

export const IssuerProfile = Type.Object(
  {
    '@context': Context,
    id: described('The address of this profile.'),
    type: Strings('`Profile`.'),
    name: described('The organization.'),
    url: described('The address of the service.'),
    otherIdentifier: Type.Array(
      Type.Object({
        type: described('`IdentifierEntry`.'),
        identifier: described('The DID of the issuer.'),
        identifierType: described('`ext:did`.'),
      }),
      { description: 'Other names of the issuer.' },
    ),
  },
  { title: 'IssuerProfile' },
)
