import { createLinkedPageRoutes } from '#pages/linked-page-routes.ts'
import { acceptInvitation } from './invitation-acceptance.ts'
import { renderInvitation } from './invitation-page.ts'
import { describeInvitation, describeSource } from './invitations.ts'
import { candidateLink } from './links.ts'
import { candidates, type Row } from './queries.ts'
import { InvitationAnswer } from './schemas.ts'

/** Says what came of an acceptance. An application of another user, who stated the address, is not the person's, and is not told. */
function describeOutcome({ is_own_application, accepted_at }: Row) {
  if (accepted_at === null) return null
  return is_own_application
    ? ('You have applied. You can withdraw the application in your account.' as const)
    : ('Thank you. Your application is sent as soon as you have an account that has verified this address, while the job post accepts applications.' as const)
}

/** The page of the link in an invitation. */
export const candidateInvitationRoutes = createLinkedPageRoutes({
  link: candidateLink,
  tags: ['Jobs'],
  works: 'as long as the data are kept',
  show: { operationId: 'showCandidateInvitation', summary: 'Show the page of an invitation to apply' },
  answer: {
    operationId: 'answerCandidateInvitation',
    summary: 'Answer an invitation to apply by its link',
    description: 'An acceptance applies as soon as an account has verified the address; a refusal erases the data.',
  },
  fields: InvitationAnswer.properties,
  isRefusable: false,
  find: (ctx, id) => candidates.byId.maybe(ctx, { id }),
  async store(tx, row, { answer }) {
    if (row === null) return
    if (answer === 'accepted') await acceptInvitation(tx, row)
    else await candidates.withdraw.run(tx, { id: row.id, now: tx.clock.now() })
  },
  present: async (ctx, row) =>
    row && {
      invitation: await describeInvitation(ctx, row),
      source: describeSource(row),
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.email ?? '',
      outcome: describeOutcome(row),
    },
  render: renderInvitation,
})
