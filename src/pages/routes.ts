/** The start page, and in development the sandbox with its mailbox. */

import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Context } from '#context.ts'
import { normalizeEmail } from '#core/email.ts'
import { renderHtml } from '#core/html.ts'
import { page } from '#core/page.ts'
import { isJsonPreferred } from '#http/content-negotiation.ts'
import { toSuccess } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import { listMailbox } from '#platform/mailbox.ts'
import { designRoutes } from './design/routes.ts'
import { createPolicy, mark } from './layout.ts'
import { mailboxContentSecurityPolicy, renderMailboxPage } from './mailbox-page.ts'
import { registerModules } from './modules.ts'
import { renderSandboxPage, sandboxDirectives } from './sandbox-page.ts'
import { createSandboxSections } from './sandbox-sections.ts'
import { renderSignInPage, signInDirectives } from './sandbox-sign-in/page.ts'
import { renderStartPage } from './start-page.ts'
import { createWriter } from './writer.ts'

const clockScript = new URL('./sandbox-clock/script.js', import.meta.url)
const signInScript = new URL('./sandbox-sign-in/script.js', import.meta.url)

const raw = { access: 'public', raw: true } as const

const sendPage = (reply: FastifyReply, page: string, policy: string) =>
  reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page)

export const pageRoutes =
  (config: Config, version: string): Routes =>
  (app) => {
    app.get('/', { config: raw }, ({ ctx }, reply) => showStartPage(ctx, reply, version))
    app.get('/favicon.svg', { config: raw }, (_, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(renderHtml(mark)),
    )
    registerModules(app)
    if (config.environment === 'production') return

    designRoutes(app)
    app.get('/sandbox', { config: raw }, ({ ctx }, reply) => showSandbox(ctx, reply))
    app.get('/sandbox/clock.js', { config: raw }, async (_, reply) =>
      reply.type('text/javascript; charset=utf-8').send(await readFile(clockScript)),
    )
    app.get('/sandbox/sign-in', { config: raw }, showSignInPage)
    app.get('/sandbox/sign-in.js', { config: raw }, async (_, reply) =>
      reply.type('text/javascript; charset=utf-8').send(await readFile(signInScript)),
    )
    app.get('/sandbox/mail', { config: raw }, (request, reply) => showMailbox(request, reply, config))
  }

function showStartPage({ config, wording }: Context, reply: FastifyReply, version: string) {
  const { basePath: base, publicUrl, environment, organizationName: organization, demo, hostedPages } = config
  const database = config.databaseUrl === null ? 'SQLite' : 'PostgreSQL'
  const sandbox = environment !== 'production'
  const page = {
    organization,
    base,
    publicUrl,
    version,
    environment,
    database,
    sandbox,
    hostedPages,
    demo,
    wording,
  } as const
  return sendPage(setContentLanguage(reply, wording), renderStartPage(page), createPolicy(config.brand))
}

function showSandbox({ config, wording, clock }: Context, reply: FastifyReply) {
  const { basePath: base, publicUrl } = config
  const writer = createWriter(wording)
  const identityUrl = `${publicUrl}/sandbox/identity`
  const now = clock
    .now()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
  const {
    clock: time,
    mailbox,
    signIn,
    identity,
    cards,
    phones,
  } = createSandboxSections(writer, {
    base,
    identityUrl,
    now,
  })
  const payments = config.payments.some(({ kind }) => kind === 'sandbox') ? [cards, phones] : []
  const sections = [mailbox, time, signIn, identity, ...payments]
  return sendPage(
    setContentLanguage(reply, wording),
    renderSandboxPage({ base, writer, sections }),
    createPolicy(config.brand, sandboxDirectives),
  )
}

function showSignInPage({ headers, ctx }: FastifyRequest, reply: FastifyReply) {
  const { wording, config } = ctx
  const base = config.basePath
  const port = /:\d+$/.exec(headers.host ?? '')?.[0] ?? ''
  const isNumber = /^(127\.|\[::1\])/.test(headers.host ?? '')
  const passkeyUrl = isNumber ? `http://localhost${port}${base}/sandbox/sign-in` : null
  const page = renderSignInPage({ base, passkeyUrl, writer: createWriter(wording) })
  return sendPage(setContentLanguage(reply, wording), page, createPolicy(config.brand, signInDirectives))
}

const mailsPerPage = 20

async function showMailbox(request: FastifyRequest, reply: FastifyReply, { basePath, publicUrl }: Config) {
  const query = new URL(request.url, publicUrl).searchParams
  const to = normalizeEmail(query.get('to') ?? '') || undefined
  const number = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const mails = await page(request.ctx, { page: number, limit: mailsPerPage }, (ctx, slice) =>
    listMailbox(ctx, { ...slice, ...(to === undefined ? {} : { to }) }),
  )
  reply.header('Cache-Control', 'no-store')
  const { wording } = request.ctx
  setContentLanguage(reply, wording)
  if (isJsonPreferred(request, reply)) {
    const writing = { wording, address: () => new URL(request.url, publicUrl) }
    return reply.send(toSuccess({ code: 200, message: 'OK', result: mails }, writing))
  }
  const shown = {
    base: basePath,
    mails: mails.rows,
    to: to ?? '',
    total: mails.total,
    page: number,
    lastPage: Math.max(1, Math.ceil(mails.total / mailsPerPage)),
    writer: createWriter(wording),
  }
  return sendPage(reply, renderMailboxPage(shown), mailboxContentSecurityPolicy)
}
