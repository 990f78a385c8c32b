import { type Static, Type } from 'typebox'
import { type Context, runInTransaction } from '#context.ts'
import { ensure, notFound, Problem } from '#core/problem.ts'
import { ids, oneOf, Text, withDescription } from '#core/schema.ts'
import { ensureSigned, invalidLink, SignedQuery } from '#core/signed-links.ts'
import { formatInstant } from '#core/time.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms } from '#http/url-encoded-forms.ts'
import { linkedPage, linkedPageHeaders, pageResponse, refusedPage } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import { storeAnswer } from './answers.ts'
import { proposedFields, renderInvitationPage } from './invitation-page.ts'
import { getInvitationPath } from './links.ts'
import { interviews } from './queries.ts'

const LocalTime = Type.Optional(
  Text(30, {
    description: 'When the applicant could come instead, as `2026-11-21T09:30` in the time zone of the page.',
  }),
)

const InvitationForm = Type.Object({
  answer: withDescription(oneOf('accepted', 'declined', 'proposed'), 'What the applicant answers to the invitation.'),
  message: Type.Optional(Text(2_000)),
  time_1: LocalTime,
  time_2: LocalTime,
  time_3: LocalTime,
  ...SignedQuery.properties,
})
type InvitationForm = Static<typeof InvitationForm>

const errors = createErrorResponses([invalidLink.status, 404, 429, 500, 503])
const responses = { 200: pageResponse, ...errors, 422: refusedPage }
const tags = ['Jobs']

/** Returns the interview of a signed link. 403 if the link is invalid or the interview has begun, 404 if the post is hidden. */
async function getInvited(ctx: Context, id: number, query: SignedQuery) {
  ensureSigned(ctx.config.appSecret, getInvitationPath(id), query, ctx.clock.now())
  const row = await interviews.byId.one(ctx, { id })
  ensure(row.post_hidden_at === null, notFound)
  return row
}

/** Reads the times of the form, which are those of the applicant's clock. Others are left out. */
function readTimes(form: InvitationForm, timezone: string): string[] {
  return proposedFields.flatMap((name) => {
    try {
      const plain = Temporal.PlainDateTime.from(form[name] ?? '')
      return [formatInstant(plain.toZonedDateTime(timezone).epochMilliseconds)]
    } catch {
      // A field that is no time is left out.
      return []
    }
  })
}

/** Answers the invitation for its applicant, and returns what is wrong with the answer, if anything. */
async function answerByLink(ctx: Context, id: number, form: InvitationForm) {
  try {
    await runInTransaction(ctx, async (tx) => {
      const row = await interviews.byId.one(tx, { id })
      const proposed_times = readTimes(form, row.applicant_timezone ?? row.timezone)
      await storeAnswer(tx, row, { answer: form.answer, message: form.message ?? '', proposed_times })
    })
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.status === 422)
      return Object.values(error.errors ?? {})[0]?.[0] ?? error.sentence
    throw error
  }
}

/** The page of the link in an invitation. Reading it changes nothing, because programs open the links of mails. */
export const invitationRoutes: Routes = (app) =>
  void app.register(async (scope: App) => {
    await acceptForms(scope)
    const render = ({ config: { basePath } }: Context, id: number, { expires = '', signature = '' }: SignedQuery) => ({
      base: basePath,
      action: `${basePath}${getInvitationPath(id)}`,
      proof: { expires, signature },
    })

    scope.get('/interviews/:id/invitation', {
      config: linkedPage,
      schema: {
        operationId: 'showInvitation',
        summary: 'Show the page of an invitation to an interview',
        description: 'By the link in the mail, which replaces the token until the interview begins.',
        tags,
        params: ids('id'),
        querystring: SignedQuery,
        response: responses,
      },
      async handler({ ctx, params, query }, reply) {
        const row = await getInvited(ctx, params.id, query)
        reply.headers(linkedPageHeaders)
        return showPage(reply, ctx, (writer) => renderInvitationPage(writer, { row, ...render(ctx, params.id, query) }))
      },
    })

    scope.post('/interviews/:id/invitation', {
      config: linkedPage,
      schema: {
        operationId: 'answerInvitation',
        summary: 'Answer an invitation to an interview by its link',
        description:
          'The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. Those who hold the interview are notified.',
        tags,
        params: ids('id'),
        body: InvitationForm,
        response: responses,
      },
      async handler({ ctx, params, body }, reply) {
        await getInvited(ctx, params.id, body)
        const notice = await answerByLink(ctx, params.id, body)
        const row = await interviews.byId.one(ctx, { id: params.id })
        reply.headers(linkedPageHeaders)
        if (notice !== undefined) reply.statusCode = 422
        const shown = { row, ...render(ctx, params.id, body), ...(notice === undefined ? {} : { notice }) }
        return showPage(reply, ctx, (writer) => renderInvitationPage(writer, shown))
      },
    })
  })
