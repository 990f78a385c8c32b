import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { ids } from '#core/schema.ts'
import { ensureSigned, invalidLink, SignedQuery } from '#core/signed-links.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms } from '#http/url-encoded-forms.ts'
import type { Sentence } from '#language/sentence.ts'
import { linkedPage, linkedPageHeaders, pageResponse } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import { storeAnswer } from './answers.ts'
import { renderConsentPage } from './consent-page.ts'
import { getConsentPath } from './links.ts'
import { describeExtension, describeRequest } from './mails.ts'
import { type Row, talentPool } from './queries.ts'
import { ConsentAnswer } from './schemas.ts'
import { isAskedToExtend } from './service.ts'

const ConsentForm = Type.Object({ ...ConsentAnswer.properties, ...SignedQuery.properties })

const responses = { 200: pageResponse, ...createErrorResponses([invalidLink.status, 422, 429, 500, 503]) }
const tags = ['Jobs']

const ensureLink = (ctx: Context, id: number, query: SignedQuery) =>
  ensureSigned(ctx.config.appSecret, getConsentPath(id), query, ctx.clock.now())

/** Finds the entry of a link, whose signature says that it is about the person who has the link. */
const findEntry = (ctx: AnyContext, id: number) => talentPool.byId.maybe(ctx, { id, actor_id: 0, now: ctx.clock.now() })

const describeOpenRequest = (ctx: AnyContext, row: Row, requestedUntil: string | null): Promise<Sentence> =>
  requestedUntil === null ? describeRequest(ctx, row) : describeExtension(ctx, row, requestedUntil)

async function showConsentPage(
  reply: FastifyReply,
  ctx: Context,
  id: number,
  { expires = '', signature = '' }: SignedQuery,
) {
  const row = await findEntry(ctx, id)
  const requestedUntil = row !== null && isAskedToExtend(row, ctx.clock.now()) ? row.requested_until : null
  const request = row === null ? null : await describeOpenRequest(ctx, row, requestedUntil)
  const { basePath: base } = ctx.config
  const shown = {
    request,
    isGiven: row?.status === 'consented',
    requestedUntil,
    base,
    action: `${base}${getConsentPath(id)}`,
  }
  reply.headers(linkedPageHeaders)
  return showPage(reply, ctx, (writer) => renderConsentPage(writer, { ...shown, proof: { expires, signature } }))
}

/** The page of the link in a request. Reading it changes nothing, because programs open the links of mails. */
export const consentRoutes: Routes = (app) =>
  void app.register(async (scope: App) => {
    await acceptForms(scope)

    scope.get('/talent-pool/:id/consent', {
      config: linkedPage,
      schema: {
        operationId: 'showConsent',
        summary: 'Show the page of a request of a talent pool',
        description: 'By the link in the mail, which replaces the token until the consent ends.',
        tags,
        params: ids('id'),
        querystring: SignedQuery,
        response: responses,
      },
      handler({ ctx, params, query }, reply) {
        ensureLink(ctx, params.id, query)
        return showConsentPage(reply, ctx, params.id, query)
      },
    })

    scope.post('/talent-pool/:id/consent', {
      config: linkedPage,
      schema: {
        operationId: 'answerConsent',
        summary: 'Answer a request of a talent pool by its link',
        description:
          'The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. Gives, refuses or withdraws the ' +
          'consent, or agrees to the later end that the page has shown; the user who asked is notified.',
        tags,
        params: ids('id'),
        body: ConsentForm,
        response: responses,
      },
      async handler({ ctx, params, body }, reply) {
        ensureLink(ctx, params.id, body)
        await runInTransaction(ctx, async (tx) => {
          const row = await findEntry(tx, params.id)
          if (row !== null) await storeAnswer(tx, row, body)
        })
        return showConsentPage(reply, ctx, params.id, body)
      },
    })
  })
