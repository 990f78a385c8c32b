/** The start page, and in development the sandbox with its mailbox. */

import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { renderHtml } from '#core/html.ts'
import { page } from '#core/page.ts'
import { prefersJson } from '#http/content-negotiation.ts'
import { toSuccess } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { listMailbox } from '#platform/outbox.ts'
import { contentSecurityPolicy, mark } from './layout.ts'
import { mailboxContentSecurityPolicy, renderMailboxPage } from './mailbox-page.ts'
import { renderSandboxPage } from './sandbox-page.ts'
import { createSandboxSections } from './sandbox-sections.ts'
import { renderSignInPage, signInPolicy } from './sandbox-sign-in/page.ts'
import { renderStartPage } from './start-page.ts'

const signInScript = new URL('./sandbox-sign-in/script.js', import.meta.url)

const raw = { access: 'public', raw: true } as const

const sendPage = (reply: FastifyReply, page: string, policy = contentSecurityPolicy) =>
  reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(page)

export const pageRoutes =
  (config: Config, version: string): Routes =>
  (app) => {
    const { basePath: base, publicUrl, environment, organizationName: organization } = config
    const sandbox = environment !== 'production'

    app.get('/', { config: raw }, (_, reply) =>
      sendPage(
        reply,
        renderStartPage({
          organization,
          base,
          publicUrl,
          version,
          environment,
          database: config.databaseUrl === null ? 'SQLite' : 'PostgreSQL',
          sandbox,
          demo: config.demo,
        }),
      ),
    )
    app.get('/favicon.svg', { config: raw }, (_, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(renderHtml(mark)),
    )
    if (!sandbox) return

    app.get('/sandbox', { config: raw }, (_, reply) => {
      const { mailbox, signIn, identity, cards, phones } = createSandboxSections({
        base,
        identityUrl: `${publicUrl}/sandbox/identity`,
      })
      const payments = config.payments.kind === 'sandbox' ? [cards, phones] : []
      return sendPage(reply, renderSandboxPage({ base, sections: [mailbox, signIn, identity, ...payments] }))
    })
    app.get('/sandbox/sign-in', { config: raw }, ({ headers }, reply) => {
      const port = /:\d+$/.exec(headers.host ?? '')?.[0] ?? ''
      const isNumber = /^(127\.|\[::1\])/.test(headers.host ?? '')
      const passkeyUrl = isNumber ? `http://localhost${port}${base}/sandbox/sign-in` : null
      return sendPage(reply, renderSignInPage({ base, passkeyUrl }), signInPolicy)
    })
    app.get('/sandbox/sign-in.js', { config: raw }, async (_, reply) =>
      reply.type('text/javascript; charset=utf-8').send(await readFile(signInScript)),
    )
    app.get('/sandbox/mail', { config: raw }, (request, reply) => showMailbox(request, reply, config))
  }

const mailsPerPage = 20

async function showMailbox(request: FastifyRequest, reply: FastifyReply, { basePath, publicUrl }: Config) {
  const query = new URL(request.url, publicUrl).searchParams
  const to = query.get('to')?.trim().toLowerCase() || undefined
  const number = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const mails = await page({ page: number, limit: mailsPerPage }, (slice) =>
    listMailbox(request.ctx, { ...slice, ...(to === undefined ? {} : { to }) }),
  )
  reply.header('Cache-Control', 'no-store')
  if (prefersJson(request, reply)) return reply.send(toSuccess(200, 'OK', mails, () => new URL(request.url, publicUrl)))
  const shown = {
    base: basePath,
    mails: mails.rows,
    to: to ?? '',
    total: mails.total,
    page: number,
    lastPage: Math.max(1, Math.ceil(mails.total / mailsPerPage)),
  }
  return sendPage(reply, renderMailboxPage(shown), mailboxContentSecurityPolicy)
}
