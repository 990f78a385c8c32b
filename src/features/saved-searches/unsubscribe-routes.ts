/** One click in a mail ends all digests (RFC 8058). Reading the page changes nothing, because programs open the links of mails. */

import formbody from '@fastify/formbody'
import { Type } from 'typebox'
import { type Context, runInTransaction } from '#context.ts'
import { html } from '#core/html.ts'
import { ids } from '#core/schema.ts'
import { ensureSigned, invalidLink, SignedQuery } from '#core/signed-links.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { renderLayout } from '#pages/layout.ts'
import { linkedPage, linkedPageHeaders, pageResponse } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import type { Writer } from '#pages/writer.ts'
import { getUnsubscribePath } from './links.ts'
import { savedSearches } from './queries.ts'

const responses = { 200: pageResponse, ...createErrorResponses([invalidLink.status, 422, 429, 500, 503]) }
const tags = ['Search']

const ensureLink = (ctx: Context, userId: number, query: SignedQuery) =>
  ensureSigned(ctx.config.appSecret, getUnsubscribePath(userId), query, ctx.clock.now())

const unsubscribe = (ctx: Context, userId: number) =>
  runInTransaction(ctx, (tx) => savedSearches.unsubscribe.run(tx, { user_id: userId, now: tx.clock.now() }))

const OneClick = Type.Object({
  'List-Unsubscribe': Type.Optional(
    Type.String({ maxLength: 20, description: '`One-Click`, as mail programs send it; it is not read.' }),
  ),
})

function renderPage(writer: Writer, base: string, isDone: boolean): string {
  const { write } = writer
  const title = write('Mails of saved searches')
  const body = isDone
    ? html`<h1>${title}</h1>
<p class="lede" role="status">${write('You receive no more mails of your saved searches.')}</p>`
    : html`<h1>${title}</h1>
<p class="lede">${write('Your saved searches stay, and find nothing until you choose again how often you want to hear of them.')}</p>
<form method="post"><button>${write('Receive no more of these mails')}</button></form>`
  return renderLayout({ writer, title, base, body })
}

export const unsubscribeRoutes: Routes = (app) =>
  void app.register(async (scope: App) => {
    await scope.register(formbody)

    scope.get('/saved-searches/unsubscribe/:id', {
      config: linkedPage,
      schema: {
        operationId: 'showUnsubscription',
        summary: 'Show the page that ends the mails of saved searches',
        description: 'By the link in the mail, which replaces the token. `id` is that of the user.',
        tags,
        params: ids('id'),
        querystring: SignedQuery,
        response: responses,
      },
      handler({ ctx, params, query }, reply) {
        ensureLink(ctx, params.id, query)
        reply.headers(linkedPageHeaders)
        return showPage(reply, ctx, (writer) => renderPage(writer, ctx.config.basePath, false))
      },
    })

    scope.post('/saved-searches/unsubscribe/:id', {
      config: linkedPage,
      schema: {
        operationId: 'unsubscribeFromSearches',
        summary: 'End the mails of saved searches',
        description:
          'What mail programs request with one click (RFC 8058), and what the page sends. Sets all searches of the user to `never`.',
        tags,
        params: ids('id'),
        querystring: SignedQuery,
        body: Type.Optional(OneClick),
        response: responses,
      },
      async handler({ ctx, params, query }, reply) {
        ensureLink(ctx, params.id, query)
        await unsubscribe(ctx, params.id)
        reply.headers(linkedPageHeaders)
        return showPage(reply, ctx, (writer) => renderPage(writer, ctx.config.basePath, true))
      },
    })
  })
