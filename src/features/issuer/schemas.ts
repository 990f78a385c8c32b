import { Type } from 'typebox'

const Strings = (description: string) => Type.Array(Type.String(), { description })
const Context = Strings('The JSON-LD contexts that define the terms.')
const Described = (description: string) => Type.String({ description })

/** An Ed25519 key (RFC 8037). */
const PublicJwk = Type.Object({
  kty: Described('The type of the key, `OKP`.'),
  crv: Described('The curve, `Ed25519`.'),
  x: Described('The public key, in base64url.'),
})

const VerificationMethod = Type.Object({
  id: Type.String({ description: 'The name of the key, as proofs state it.' }),
  type: Described('`Multikey` or `JsonWebKey`: each key is there in both forms.'),
  controller: Described('The issuer.'),
  publicKeyMultibase: Type.Optional(Described('The key as a Multikey.')),
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
        kid: Described('The name of the key, as JWTs state it.'),
        alg: Described('The algorithm, `EdDSA`.'),
        use: Described('`sig`: the key signs.'),
      }),
      { description: 'The keys, former ones too.' },
    ),
  },
  { title: 'KeySet' },
)

export const IssuerProfile = Type.Object(
  {
    '@context': Context,
    id: Described('The address of this profile.'),
    type: Strings('`Profile`.'),
    name: Described('The organization.'),
    url: Described('The address of the service.'),
    otherIdentifier: Type.Array(
      Type.Object({
        type: Described('`IdentifierEntry`.'),
        identifier: Described('The DID of the issuer.'),
        identifierType: Described('`ext:did`.'),
      }),
      { description: 'Other names of the issuer.' },
    ),
  },
  { title: 'IssuerProfile' },
)
