/** One click in a mail ends all mails of its list (RFC 8058). Reading the page changes nothing, because programs open the links of mails. */

import { Type } from 'typebox'
import type { AnyContext, Context } from '#context.ts'
import { html } from '#core/html.ts'
import { ids } from '#core/schema.ts'
import { defineMailedLink, invalidLink, SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms, maxFormBytes } from '#http/url-encoded-forms.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { renderLayout } from './layout.ts'
import { linkedPage, linkedPageHeaders, pageResponse } from './mailed-pages.ts'
import { showPage } from './replies.ts'
import type { Writer } from './writer.ts'

/** How long the link of a mail works. */
const linkLifetime = { days: 365 }

type ListName = 'saved-searches' | 'announcements'

interface Operation {
  operationId: string
  summary: string
  description: string
}

export interface MailList {
  /** The first part of the address. */
  name: ListName
  tags: string[]
  show: Operation
  update: Operation
  title: PlainTemplate
  /** What the button does. */
  explanation: PlainTemplate
  done: PlainTemplate
  /** The way back: its button, and what is said after it. Absent where a list is asked for elsewhere. */
  undo?: { button: PlainTemplate; done: PlainTemplate }
  /** Ends the mails of the user, or begins them again. */
  store(ctx: Context, userId: number, isWanted: boolean): Promise<unknown>
}

const responses = { 200: pageResponse, ...createErrorResponses([invalidLink.status, 422, 429, 500, 503]) }

const getLink = (name: ListName) => defineMailedLink(`/${name}/unsubscribe/:id`)

/** The address where all mails of the list end for the user, without a sign-in. */
export const createUnsubscribeUrl = (
  ctx: Pick<AnyContext, 'config' | 'clock'>,
  name: ListName,
  userId: number,
): string => getLink(name).createUrl(ctx, userId, addDuration(ctx.clock.now(), linkLifetime))

const OneClick = Type.Object({
  'List-Unsubscribe': Type.Optional(
    Type.String({ maxLength: 20, description: '`One-Click`, as mail programs send it; it is not read.' }),
  ),
})

const Choice = Type.Object({
  ...OneClick.properties,
  wanted: Type.Optional(
    Type.Literal('true', { description: 'Sent by the page to receive the mails again.', examples: ['true'] }),
  ),
})

type State = 'asked' | 'ended' | 'wanted'

function renderPage(writer: Writer, base: string, list: MailList, state: State): string {
  const { write } = writer
  const title = write(list.title)
  const lede = { asked: list.explanation, ended: list.done, wanted: list.undo?.done ?? list.explanation }[state]
  const end = html`<form method="post"><button>${write('Receive no more of these mails')}</button></form>`
  const undo =
    list.undo &&
    html`<form method="post"><input type="hidden" name="wanted" value="true"><button class="quiet">${write(list.undo.button)}</button></form>`
  const body = html`<h1>${title}</h1>
<p class="lede"${state !== 'asked' && html` role="status"`}>${write(lede)}</p>
${state === 'ended' ? undo : end}`
  return renderLayout({ writer, title, base, body })
}

/** Returns the routes of the page of a list of mails. */
export const createUnsubscribeRoutes =
  (list: MailList): Routes =>
  (app) =>
    void app.register(async (scope: App) => {
      await acceptForms(scope)
      // RFC 8058, 3.2 allows mail programs this type too. The page itself sends the other one, so it says nothing but the click.
      scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_, __, done) =>
        done(null, {}),
      )
      const link = getLink(list.name)
      const common = { tags: list.tags, params: ids('id'), querystring: SignedQuery, response: responses }

      scope.get(link.route, {
        config: linkedPage,
        schema: { ...list.show, ...common },
        handler({ ctx, params, query }, reply) {
          link.ensureValid(ctx, params.id, query)
          reply.headers(linkedPageHeaders)
          return showPage(reply, ctx, (writer) => renderPage(writer, ctx.config.basePath, list, 'asked'))
        },
      })

      scope.post(link.route, {
        config: linkedPage,
        schema: { ...list.update, ...common, body: Type.Optional(list.undo === undefined ? OneClick : Choice) },
        async handler({ ctx, params, query, body }, reply) {
          link.ensureValid(ctx, params.id, query)
          const isWanted = list.undo !== undefined && body !== undefined && 'wanted' in body
          await list.store(ctx, params.id, isWanted)
          reply.headers(linkedPageHeaders)
          const state = isWanted ? 'wanted' : 'ended'
          return showPage(reply, ctx, (writer) => renderPage(writer, ctx.config.basePath, list, state))
        },
      })
    })
