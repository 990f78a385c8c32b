/**
 * Pages to which a mail leads: a signed link in place of a sign-in, facts, and a form with a few answers. Reading one changes nothing,
 * because programs open the links of mails. The link alone says who answers, also while another account is signed in.
 * The form is the body of the operation that has the page, so the two are written together and no `defineForm` reads it.
 */

import type { FastifyReply } from 'fastify'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { type Html, html } from '#core/html.ts'
import { Problem } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { invalidLink, type MailedLink, SignedQuery } from '#core/signed-links.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms } from '#http/url-encoded-forms.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { renderLayout } from './layout.ts'
import { linkedPage, linkedPageHeaders, pageResponse, refusedPage } from './mailed-pages.ts'
import { showPage } from './replies.ts'
import type { Writer } from './writer.ts'

/** Renders a form of the page with the signature of its link; `look` is a class of the style sheet. */
export type RenderForm = (content: Html, look?: 'stacked') => Html

export interface LinkedContent {
  title: string
  /** What follows the title. */
  body: Html
}

interface Operation {
  operationId: string
  summary: string
}

type Form<Fields extends TProperties> = Static<TObject<Fields>>

interface LinkedPage<Row, Page, Fields extends TProperties> {
  link: MailedLink
  tags: string[]
  /** How long the link works, as the API description says it: `until the interview begins`. */
  works: string
  show: Operation
  answer: Operation & { description: string }
  /** The fields of the form. */
  fields: Fields
  /** Whether there can be nothing to answer (404), and an answer can be refused, for which the page then says why (422). */
  isRefusable: boolean
  find(ctx: AnyContext, id: number): Promise<Row>
  store(tx: Transaction, row: Row, form: Form<Fields>): Promise<void>
  /** Reads what the page shows. */
  present(ctx: Context, row: Row): Promise<Page>
  render(writer: Writer, page: Page, renderForm: RenderForm): LinkedContent
}

const refusable = {
  200: pageResponse,
  ...createErrorResponses([invalidLink.status, 404, 429, 500, 503]),
  422: refusedPage,
}
const plain = { 200: pageResponse, ...createErrorResponses([invalidLink.status, 422, 429, 500, 503]) }

/** A table of what there is to know; empty values are left out. */
export const renderFacts = (facts: readonly (readonly [string, string])[]): Html => html`<table>
${facts.filter(([, value]) => value !== '').map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="text">${value}</td></tr>\n`)}
</table>`

const createFormRenderer =
  (action: string, { expires = '', signature = '' }: SignedQuery): RenderForm =>
  (content, look) =>
    html`<form method="post" action="${action}"${look && html` class="${look}"`}>
<input type="hidden" name="expires" value="${expires}"><input type="hidden" name="signature" value="${signature}">
${content}
</form>`

/** Stores the answer, and returns why it is refused, if it is. */
async function store(isRefusable: boolean, work: () => Promise<void>): Promise<Sentence | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (isRefusable && error instanceof Problem && error.status === 422)
      return Object.values(error.errors ?? {})[0]?.[0] ?? error.sentence
    throw error
  }
}

interface Shown {
  id: number
  proof: SignedQuery
  /** Why the answer is refused. */
  notice?: Sentence | null
}

const createShow =
  <Row, Page, Fields extends TProperties>({ link, find, present, render }: LinkedPage<Row, Page, Fields>) =>
  async (reply: FastifyReply, ctx: Context, { id, proof, notice = null }: Shown) => {
    const page = await present(ctx, await find(ctx, id))
    const { basePath: base } = ctx.config
    const renderForm = createFormRenderer(`${base}${link.getPath(id)}`, proof)
    reply.headers(linkedPageHeaders)
    if (notice !== null) reply.statusCode = 422
    return showPage(reply, ctx, (writer) => {
      const { title, body } = render(writer, page, renderForm)
      const alert = notice && html`<p class="alert" role="alert">${translate(notice, writer.wording)}</p>`
      return renderLayout({ writer, title, base, body: html`<h1>${title}</h1>\n${alert}\n${body}` })
    })
  }

/** Declares such a page and returns its routes. */
export function createLinkedPageRoutes<Row, Page, const Fields extends TProperties>(
  page: LinkedPage<Row, Page, Fields>,
): Routes {
  const { link, isRefusable, find } = page
  const common = { tags: page.tags, params: ids('id'), response: isRefusable ? refusable : plain }
  const show = createShow(page)

  return (app) =>
    void app.register(async (scope: App) => {
      await acceptForms(scope)

      scope.get(link.route, {
        config: linkedPage,
        schema: {
          ...page.show,
          description: `By the link in the mail, which replaces the token ${page.works}.`,
          querystring: SignedQuery,
          ...common,
        },
        handler({ ctx, params: { id }, query }, reply) {
          link.ensureValid(ctx, id, query)
          return show(reply, ctx, { id, proof: query })
        },
      })

      scope.post(link.route, {
        config: linkedPage,
        schema: {
          ...page.answer,
          description: `The form of the page, \`application/x-www-form-urlencoded\` or JSON, with \`expires\` and \`signature\` of the link. ${page.answer.description}`,
          body: Type.Object({ ...page.fields, ...SignedQuery.properties }),
          ...common,
        },
        async handler({ ctx, params: { id }, body }, reply) {
          // The compiler does not see through the fields of a page, which is not known here.
          const form = body as Form<Fields> & SignedQuery
          link.ensureValid(ctx, id, form)
          const notice = await store(isRefusable, () =>
            runInTransaction(ctx, async (tx) => page.store(tx, await find(tx, id), form)),
          )
          return show(reply, ctx, { id, proof: form, notice })
        },
      })
    })
}
