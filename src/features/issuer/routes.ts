import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { describeDid, describeJwks, describeProfile } from './documents.ts'
import { DidDocument, IssuerProfile, KeySet } from './schemas.ts'

const config = { access: 'public', raw: true } as const

const document = (type: string, description: string, schema: TSchema) => ({
  200: { description, content: { [type]: { schema } } },
  ...createErrorResponses([429, 500, 503]),
})

const send = (reply: FastifyReply, type: string, content: object) =>
  reply.header('Cache-Control', 'public, max-age=300').type(type).send(JSON.stringify(content))

export const issuerRoutes = routes('Exams and certificates', [
  // By did:web, the first is the document of an address without a path, and the second of one with a path.
  ...(
    [
      ['/.well-known/did.json', 'showDidDocument'],
      ['/did.json', 'showDidDocumentOfPath'],
    ] as const
  ).map(([path, operationId]) =>
    route(`GET ${path}`, {
      config,
      operationId,
      summary: 'Show the keys of the issuer as a DID document',
      description:
        'W3C DID Core 1.0, method `web`. Verifiers of credentials read it. Former keys are in it too, because what they signed stays valid.',
      response: document('application/did+json', 'The DID document.', DidDocument),
      handler: async ({ ctx }, reply) => send(reply, 'application/did+json', await describeDid(ctx)),
    }),
  ),
  route('GET /.well-known/jwks.json', {
    config,
    operationId: 'showKeySet',
    summary: 'Show the keys of the issuer as JWKs',
    description: 'RFC 7517, for credentials in the form of a JWT.',
    response: document('application/jwk-set+json', 'The key set.', KeySet),
    handler: async ({ ctx }, reply) => send(reply, 'application/jwk-set+json', await describeJwks(ctx)),
  }),
  route('GET /issuer', {
    config,
    operationId: 'showIssuer',
    summary: 'Show the profile of the issuer',
    description: 'Open Badges 3.0, Profile.',
    response: document('application/ld+json', 'The profile.', IssuerProfile),
    handler: async ({ ctx }, reply) => send(reply, 'application/ld+json', describeProfile(ctx)),
  }),
])
