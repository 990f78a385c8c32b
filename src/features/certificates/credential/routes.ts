import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Type } from 'typebox'
import { formatContentDisposition } from '#core/file-name.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { VerificationCode } from '../schemas.ts'
import {
  type CredentialForm,
  getCredential,
  getCredentialByCode,
  getStatusList,
  type SignedCredential,
} from './service.ts'

const types = { proof: 'application/vc', jwt: 'application/vc+jwt' } as const

/** JSON types of earlier drafts and of JSON itself are answered with a Data Integrity proof. */
const offered = [
  types.proof,
  'application/vc+ld+json',
  'application/ld+json',
  'application/json',
  types.jwt,
  'application/jwt',
]

function chooseForm({ raw }: FastifyRequest, reply: FastifyReply): CredentialForm {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
  return new Negotiator(raw).mediaType(offered)?.endsWith('jwt') === true ? 'jwt' : 'proof'
}

const Credential = Type.Object({}, { title: 'VerifiableCredential', additionalProperties: true })

const credential = (description: string) => ({
  description: `${description} \`Accept: application/vc+jwt\` asks for the form of a JWT.`,
  content: { [types.proof]: { schema: Credential }, [types.jwt]: { schema: Type.String() } },
})

const send = (reply: FastifyReply, form: CredentialForm, { code, content }: SignedCredential) =>
  reply
    .header(
      'Content-Disposition',
      formatContentDisposition('attachment', `Certificate ${code}.${form === 'jwt' ? 'jwt' : 'json'}`),
    )
    .header('Cache-Control', 'no-store')
    .type(types[form])
    .send(content)

export const credentialRoutes = routes('Exams and certificates', [
  route('GET /certificates/:id/credential', {
    config: { discloses: true, access: 'signed-in', scope: 'exams:read', raw: true },
    operationId: 'downloadCredential',
    summary: 'Download a certificate as a verifiable credential',
    description:
      'For its holder and administrators: an Open Badges 3.0 credential (W3C Verifiable Credentials 2.0), signed by the issuer. Other ' +
      'programs verify it without this service. It names the holder by the hash of the verified e-mail address.',
    response: { 200: credential('The credential.'), ...createErrorResponses([401, 404, 429, 500, 503]) },
    async handler(request, reply) {
      const form = chooseForm(request, reply)
      return send(reply, form, await getCredential(request.ctx, request.params.id, form))
    },
  }),
  route('GET /certificates/verify/:code/credential', {
    config: { access: 'public', raw: true },
    operationId: 'showCredential',
    summary: 'Show the verifiable credential of a code',
    description: 'Needs no token. The same as for the holder.',
    params: VerificationCode,
    response: { 200: credential('The credential.'), ...createErrorResponses([404, 429, 500, 503]) },
    async handler(request, reply) {
      const form = chooseForm(request, reply)
      return send(reply, form, await getCredentialByCode(request.ctx, request.params.code, form))
    },
  }),
  route('GET /certificates/status/:list', {
    config: { access: 'public', raw: true },
    operationId: 'showStatusList',
    summary: 'Show which credentials are revoked',
    description:
      'A signed Bitstring Status List (W3C) of a million credentials; `credentialStatus` of a credential names the list and the bit.',
    params: Type.Object({ list: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The list, from 1.' }) }),
    response: { 200: credential('The list.'), ...createErrorResponses([404, 429, 500, 503]) },
    async handler(request, reply) {
      const form = chooseForm(request, reply)
      const list = await getStatusList(request.ctx, request.params.list, form)
      return reply.header('Cache-Control', 'public, max-age=60').type(types[form]).send(list)
    },
  }),
])
