import type { AnyContext } from '#context.ts'
import type { Sentence } from '#language/sentence.ts'
import { createLinkedPageRoutes } from '#pages/linked-page-routes.ts'
import { storeAnswer } from './answers.ts'
import { renderConsent } from './consent-page.ts'
import { consentLink } from './links.ts'
import { describeExtension, describeRequest } from './mails.ts'
import { type Row, talentPool } from './queries.ts'
import { ConsentAnswer } from './schemas.ts'
import { isAskedToExtend } from './service.ts'

const describeOpenRequest = (ctx: AnyContext, row: Row, requestedUntil: string | null): Promise<Sentence> =>
  requestedUntil === null ? describeRequest(ctx, row) : describeExtension(ctx, row, requestedUntil)

/** The page of the link in a request. */
export const consentRoutes = createLinkedPageRoutes({
  link: consentLink,
  tags: ['Jobs'],
  works: 'until the consent ends',
  show: { operationId: 'showConsent', summary: 'Show the page of a request of a talent pool' },
  answer: {
    operationId: 'answerConsent',
    summary: 'Answer a request of a talent pool by its link',
    description:
      'Gives, refuses or withdraws the consent, or agrees to the later end that the page has shown; the user who asked is notified.',
  },
  fields: ConsentAnswer.properties,
  isRefusable: false,
  find: (ctx, id) => talentPool.byId.maybe(ctx, { id, actor_id: 0, now: ctx.clock.now() }),
  async store(tx, row, form) {
    if (row !== null) await storeAnswer(tx, row, form)
  },
  async present(ctx, row) {
    const requestedUntil = row !== null && isAskedToExtend(row, ctx.clock.now()) ? row.requested_until : null
    const request = row === null ? null : await describeOpenRequest(ctx, row, requestedUntil)
    return { request, isGiven: row?.status === 'consented', requestedUntil }
  },
  render: renderConsent,
})
