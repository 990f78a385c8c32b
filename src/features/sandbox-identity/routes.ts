import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { isEmail, normalizeEmail } from '#core/email.ts'
import { setContentLanguage } from '#http/language.ts'
import type { App, Routes } from '#http/routes.ts'
import type { Sentence } from '#language/sentence.ts'
import { createIdentityPolicy, renderIdentityErrorPage, renderIdentityPage } from '#pages/identity-page.ts'
import { createWriter } from '#pages/writer.ts'
import { readRequest } from './requests.ts'
import {
  authorizeUser,
  createDiscoveryDocument,
  exchange,
  getSandboxIssuer,
  getUserInfo,
  publicKeys,
} from './service.ts'
import { describeSandboxWorks, sandboxWorks } from './works.ts'

const config = { access: 'public', raw: true } as const
const at = '/sandbox/identity'
/** Allows a popup to communicate with the window that opened it. */
const visited = { 'Cache-Control': 'no-store', 'Cross-Origin-Opener-Policy': 'unsafe-none' }

/** A standard OpenID Connect provider for development; disabled in production. */
export const sandboxIdentityRoutes =
  (settings: Config): Routes =>
  (app) => {
    const issuer = getSandboxIssuer(settings)
    if (issuer === null) return
    void app.register(async (scope: App) => {
      scope.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
        done(null, body),
      )
      serve(scope, settings, issuer)
    })
  }

function serve(app: App, settings: Config, issuer: string) {
  app.get(`${at}/.well-known/openid-configuration`, { config }, async (_, reply) =>
    reply.send(createDiscoveryDocument(issuer)),
  )
  app.get(`${at}/jwks`, { config }, async (request, reply) => reply.send(await publicKeys(request.ctx)))

  app.get(`${at}/authorize`, { config }, async (request, reply) => {
    const reading = readRequest(settings, issuer, readQuery(request))
    if (reading.kind === 'page') return showError(request, reply, reading.sentence)
    if (reading.kind === 'refusal') return reply.headers(visited).redirect(reading.location, 303)
    const { login_hint, redirect_uri } = reading.request
    return showForm(request, reply, settings, { redirect_uri, email: login_hint, name: '', sentence: null })
  })

  app.post(`${at}/authorize`, { config }, async (request, reply) => {
    const reading = readRequest(settings, issuer, readQuery(request))
    if (reading.kind === 'page') return showError(request, reply, reading.sentence)
    if (reading.kind === 'refusal') return reply.headers(visited).redirect(reading.location, 303)
    const form = readForm(request)
    const typed = { email: normalizeEmail(readText(form, 'email')), name: readText(form, 'name').slice(0, 200) }
    if (!isEmail(typed.email)) {
      const sentence = 'Please type an e-mail address, like ada@example.org.'
      const { redirect_uri } = reading.request
      return showForm(request, reply.code(422), settings, { ...typed, redirect_uri, sentence })
    }
    const somebody = {
      email: typed.email,
      name: typed.name || (typed.email.split('@')[0] ?? ''),
      email_verified: ['true', 'on', '1', 'yes'].includes(readText(form, 'email_verified').toLowerCase()),
    }
    const location = await authorizeUser(request.ctx, issuer, reading.request, somebody)
    return reply.headers(visited).redirect(location, 303)
  })

  app.post(`${at}/token`, { config }, async (request, reply) => {
    const { status, body } = await exchange(request.ctx, issuer, readForm(request))
    return reply.code(status).header('Cache-Control', 'no-store').send(body)
  })

  // The record of an iD, as the Public API of ORCID answers it.
  app.get(`${at}/record/:orcid/works`, { config }, async (_, reply) => reply.send(sandboxWorks))
  app.get<{ Params: { ids: string } }>(`${at}/record/:orcid/works/:ids`, { config }, async ({ params }, reply) =>
    reply.send(describeSandboxWorks(params.ids.split(',').slice(0, 100).map(Number))),
  )

  app.route({
    method: ['GET', 'POST'],
    url: `${at}/userinfo`,
    config,
    async handler(request, reply) {
      const [, token = ''] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
      const person = await getUserInfo(request.ctx, issuer, token)
      reply.header('Cache-Control', 'no-store')
      if (person !== null) return reply.send(person)
      return reply.code(401).header('WWW-Authenticate', 'Bearer error="invalid_token"').send()
    },
  })
}

/** Reads the client's request from the query or from the form. */
function readQuery({ url }: FastifyRequest): URLSearchParams {
  const query = new URL(url, 'http://sandbox').searchParams
  const asked = query.get('asked')
  return asked === null ? query : new URLSearchParams(Buffer.from(asked, 'base64url').toString())
}

const readForm = ({ body }: FastifyRequest) => new URLSearchParams(typeof body === 'string' ? body : '')
const readText = (form: URLSearchParams, name: string) =>
  (form.get(name) ?? '').toWellFormed().replaceAll('\0', '').trim()

interface Shown {
  redirect_uri: string
  email: string
  name: string
  sentence: Sentence | null
}

/** The address of the form contains the client's request as one value, so that its fields belong to the user alone. */
function showForm(request: FastifyRequest, reply: FastifyReply, settings: Config, shown: Shown) {
  const { basePath: base } = settings
  const asked = Buffer.from(readQuery(request).toString()).toString('base64url')
  const action = `${base}${at}/authorize?asked=${asked}`
  const writer = createWriter(request.ctx.wording)
  const sentence = shown.sentence === null ? null : writer.write(shown.sentence)
  const page = renderIdentityPage({ base, action, ...shown, sentence, writer })
  setContentLanguage(reply, writer.wording)
  return show(reply, page, createIdentityPolicy(request.ctx.config.brand, shown.redirect_uri))
}

function showError({ ctx }: FastifyRequest, reply: FastifyReply, sentence: Sentence) {
  const writer = createWriter(ctx.wording)
  const page = renderIdentityErrorPage({ base: ctx.config.basePath, sentence: writer.write(sentence), writer })
  setContentLanguage(reply, ctx.wording)
  return show(reply.code(400), page, createIdentityPolicy(ctx.config.brand, null))
}

const show = (reply: FastifyReply, page: string, policy: string) =>
  reply
    .headers({ 'Content-Security-Policy': policy, ...visited })
    .type('text/html; charset=utf-8')
    .send(page)
