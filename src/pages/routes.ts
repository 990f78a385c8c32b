/** The front page, the page for developers, and in development the sandbox with its mailbox. */

import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { type Context, toAnonymous } from '#context.ts'
import { normalizeEmail } from '#core/email.ts'
import { renderHtml } from '#core/html.ts'
import { page } from '#core/page.ts'
import { isJsonPreferred } from '#http/content-negotiation.ts'
import { toSuccess } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import type { Logo } from '#language/brand.ts'
import { listMailbox } from '#platform/mailbox.ts'
import { designRoutes } from './design/routes.ts'
import { renderDevelopersPage } from './developers-page.ts'
import { type OfferSource, renderFrontPage } from './front-page.ts'
import { createPolicy, mark } from './layout.ts'
import { mailboxContentSecurityPolicy, renderMailboxPage } from './mailbox-page.ts'
import { registerModules } from './modules.ts'
import { showPublicPage } from './replies.ts'
import { renderSandboxPage, sandboxDirectives } from './sandbox-page.ts'
import { createSandboxSections } from './sandbox-sections.ts'
import { renderSignInPage, signInDirectives } from './sandbox-sign-in/page.ts'
import { createWriter } from './writer.ts'

const clockScript = new URL('./sandbox-clock/script.js', import.meta.url)
const signInScript = new URL('./sandbox-sign-in/script.js', import.meta.url)

const raw = { access: 'public', raw: true } as const

const sendPage = (reply: FastifyReply, page: string, policy: string) =>
  reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page)

interface Service {
  version: string
  /** What the features show to visitors. */
  offers: readonly OfferSource[]
}

export const pageRoutes =
  (config: Config, { version, offers }: Service): Routes =>
  (app) => {
    app.get('/', { config: { ...raw, readsReplica: true } }, ({ ctx }, reply) => showFrontPage(ctx, reply, offers))
    app.get('/developers', { config: raw }, ({ ctx }, reply) => showDevelopersPage(ctx, reply, version))
    for (const path of ['/favicon.svg', '/favicon.ico'])
      app.get(path, { config: raw }, (_, reply) => sendIcon(reply, path === '/favicon.ico' ? config.brand.logo : null))
    app.get('/robots.txt', { config: raw }, (_, reply) =>
      reply.header('Cache-Control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(writeRobots(config)),
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

/** Sends the logo of the brand, or ours. */
function sendIcon(reply: FastifyReply, logo: Logo | null) {
  reply.header('Cache-Control', 'public, max-age=86400')
  return logo === null
    ? reply.type('image/svg+xml').send(renderHtml(mark))
    : reply.type(logo.type).send(Buffer.from(logo.base64, 'base64'))
}

/** What crawlers leave out (RFC 9309): all that needs an account, and what is for programs. */
const uncrawled = ['/app/', '/auth/', '/console', '/sandbox', '/metrics', '/health/', '/mcp']

function writeRobots({ basePath, publicUrl, publicPages }: Config): string {
  if (!publicPages) return 'User-agent: *\nDisallow: /\n'
  const rules = uncrawled.map((path) => `Disallow: ${basePath}${path}\n`).join('')
  return `User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`
}

async function showFrontPage(ctx: Context, reply: FastifyReply, sources: readonly OfferSource[]) {
  const { config, wording } = ctx
  const visitor = toAnonymous(ctx)
  const writer = createWriter(wording)
  const shown = config.publicPages ? sources : []
  const lists = await Promise.all(shown.map(async ({ path, list }) => ({ path, offers: await list(visitor, writer) })))
  const page = {
    site: config,
    lists: lists.filter(({ offers }) => offers.length > 0),
    isDevelopment: config.environment !== 'production',
    wording,
  }
  return showPublicPage(reply, ctx, () => renderFrontPage(page))
}

function showDevelopersPage({ config, wording }: Context, reply: FastifyReply, version: string) {
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
  return sendPage(setContentLanguage(reply, wording), renderDevelopersPage(page), createPolicy(config.brand))
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
