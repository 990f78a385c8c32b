import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { Problem } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { ensureSigned, invalidLink, SignedQuery } from '#core/signed-links.ts'
import { findUser } from '#features/users/index.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms } from '#http/url-encoded-forms.ts'
import type { Sentence } from '#language/sentence.ts'
import { linkedPage, linkedPageHeaders, pageResponse, refusedPage } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import type { ApplicationRow } from '../applications/access.ts'
import { applications } from '../applications/queries.ts'
import { isInvited, listOffers, removeChoice, storeChoice } from './choice.ts'
import { renderChoicePage } from './choice-page.ts'
import { getChoicePath } from './links.ts'

const ChoiceForm = Type.Object({
  // Forms of browsers send digits as a text.
  slot_id: Type.String({
    pattern: '^[0-9]{1,15}$',
    maxLength: 16,
    examples: ['12'],
    sentence: 'Please choose a time.',
    description: 'The id of the slot that is chosen, in digits; `0` cancels the interview.',
  }),
  ...SignedQuery.properties,
})

const errors = createErrorResponses([invalidLink.status, 404, 429, 500, 503])
const responses = { 200: pageResponse, ...errors, 422: refusedPage }
const tags = ['Jobs']

/** Returns the application of a signed link. 403 if the link is invalid or has ended, 404 if the application is withdrawn. */
function getInvited(ctx: Context, id: number, query: SignedQuery): Promise<ApplicationRow> {
  ensureSigned(ctx.config.appSecret, getChoicePath(id), query, ctx.clock.now())
  return applications.byId.one(ctx, { id })
}

/** Stores what the applicant chose, and returns what is wrong with it, if anything. */
async function chooseByLink(ctx: Context, id: number, slotId: number): Promise<Sentence | null> {
  try {
    await runInTransaction(ctx, async (tx) => {
      const application = await applications.byId.one(tx, { id })
      await (slotId === 0 ? removeChoice(tx, application) : storeChoice(tx, application, slotId))
    })
    return null
  } catch (error) {
    if (error instanceof Problem && error.status === 422)
      return Object.values(error.errors ?? {})[0]?.[0] ?? error.sentence
    throw error
  }
}

async function showChoicePage(
  reply: FastifyReply,
  ctx: Context,
  application: ApplicationRow,
  { expires = '', signature = '', notice = null }: SignedQuery & { notice?: Sentence | null },
) {
  const { basePath: base } = ctx.config
  const page = {
    title: application.job_post.title,
    timezone: await findTimezone(ctx, application),
    offers: (await isInvited(ctx, application)) ? await listOffers(ctx, application) : null,
    ...(notice === null ? {} : { notice }),
    base,
    action: `${base}${getChoicePath(application.id)}`,
    proof: { expires, signature },
  }
  reply.headers(linkedPageHeaders)
  if (notice !== null) reply.statusCode = 422
  return showPage(reply, ctx, (writer) => renderChoicePage(writer, page))
}

const findTimezone = async (ctx: AnyContext, { user_id }: ApplicationRow): Promise<string | null> =>
  (await findUser(ctx, user_id))?.timezone ?? null

/** The page of the link in an invitation. Reading it changes nothing, because programs open the links of mails. */
export const choiceRoutes: Routes = (app) =>
  void app.register(async (scope: App) => {
    await acceptForms(scope)

    scope.get('/job-applications/:id/choose-time', {
      config: linkedPage,
      schema: {
        operationId: 'showSlotChoice',
        summary: 'Show the page where an applicant chooses an interview slot',
        description: 'By the link in the mail, which replaces the token until the invitation ends.',
        tags,
        params: ids('id'),
        querystring: SignedQuery,
        response: responses,
      },
      async handler({ ctx, params, query }, reply) {
        return showChoicePage(reply, ctx, await getInvited(ctx, params.id, query), query)
      },
    })

    scope.post('/job-applications/:id/choose-time', {
      config: linkedPage,
      schema: {
        operationId: 'chooseSlotByLink',
        summary: 'Choose an interview slot by the link of an invitation',
        description:
          'The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. Books, moves or cancels the ' +
          'interview; those who hold it are notified.',
        tags,
        params: ids('id'),
        body: ChoiceForm,
        response: responses,
      },
      async handler({ ctx, params, body }, reply) {
        await getInvited(ctx, params.id, body)
        const notice = await chooseByLink(ctx, params.id, Number(body.slot_id))
        return showChoicePage(reply, ctx, await getInvited(ctx, params.id, body), { ...body, notice })
      },
    })
  })
