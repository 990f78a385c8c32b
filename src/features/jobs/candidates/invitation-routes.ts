import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { ids } from '#core/schema.ts'
import { ensureSigned, invalidLink, SignedQuery } from '#core/signed-links.ts'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import { acceptForms } from '#http/url-encoded-forms.ts'
import { linkedPage, linkedPageHeaders, pageResponse } from '#pages/mailed-pages.ts'
import { showPage } from '#pages/replies.ts'
import { type InvitationPage, renderInvitationPage } from './invitation-page.ts'
import { describeInvitation, describeSource } from './invitations.ts'
import { acceptInvitation } from './joining.ts'
import { getInvitationPath } from './links.ts'
import { candidates, type Row } from './queries.ts'
import { InvitationAnswer } from './schemas.ts'

const InvitationForm = Type.Object({ ...InvitationAnswer.properties, ...SignedQuery.properties })

const responses = { 200: pageResponse, ...createErrorResponses([invalidLink.status, 422, 429, 500, 503]) }
const tags = ['Jobs']

const ensureLink = (ctx: Context, id: number, query: SignedQuery) =>
  ensureSigned(ctx.config.appSecret, getInvitationPath(id), query, ctx.clock.now())

async function showInvitationPage(
  reply: FastifyReply,
  ctx: Context,
  id: number,
  { expires = '', signature = '' }: SignedQuery,
) {
  const row = await candidates.byId.maybe(ctx, { id })
  const { basePath: base } = ctx.config
  const candidate = row === null ? null : await describeCandidate(ctx, row)
  const page = { candidate, base, action: `${base}${getInvitationPath(id)}`, proof: { expires, signature } }
  reply.headers(linkedPageHeaders)
  return showPage(reply, ctx, (writer) => renderInvitationPage(writer, page))
}

async function describeCandidate(ctx: AnyContext, row: Row): Promise<InvitationPage['candidate']> {
  return {
    invitation: await describeInvitation(ctx, row),
    source: describeSource(row),
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email ?? '',
    outcome: describeOutcome(row),
  }
}

/** Says what came of an acceptance. An application of another user, who stated the address, is not the person's, and is not told. */
function describeOutcome({ is_own_application, accepted_at }: Row) {
  if (accepted_at === null) return null
  return is_own_application
    ? ('You have applied. You can withdraw the application in your account.' as const)
    : ('Thank you. Your application is sent as soon as you have an account that has verified this address, while the job post accepts applications.' as const)
}

/** The page of the link in an invitation. Reading it changes nothing, because programs open the links of mails. */
export const candidateInvitationRoutes: Routes = (app) =>
  void app.register(async (scope: App) => {
    await acceptForms(scope)

    scope.get('/job-candidates/:id/invitation', {
      config: linkedPage,
      schema: {
        operationId: 'showCandidateInvitation',
        summary: 'Show the page of an invitation to apply',
        description: 'By the link in the mail, which replaces the token as long as the data are kept.',
        tags,
        params: ids('id'),
        querystring: SignedQuery,
        response: responses,
      },
      handler({ ctx, params, query }, reply) {
        ensureLink(ctx, params.id, query)
        return showInvitationPage(reply, ctx, params.id, query)
      },
    })

    scope.post('/job-candidates/:id/invitation', {
      config: linkedPage,
      schema: {
        operationId: 'answerCandidateInvitation',
        summary: 'Answer an invitation to apply by its link',
        description:
          'The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. An acceptance applies as soon as an ' +
          'account has verified the address; a refusal erases the data.',
        tags,
        params: ids('id'),
        body: InvitationForm,
        response: responses,
      },
      async handler({ ctx, params, body }, reply) {
        ensureLink(ctx, params.id, body)
        await runInTransaction(ctx, async (tx) => {
          const row = await candidates.byId.maybe(tx, { id: params.id })
          if (row === null) return
          if (body.answer === 'accepted') await acceptInvitation(tx, row)
          else await candidates.withdraw.run(tx, { id: row.id, now: tx.clock.now() })
        })
        return showInvitationPage(reply, ctx, params.id, body)
      },
    })
  })
