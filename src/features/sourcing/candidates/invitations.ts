/** Invitations of imported candidates, by a mail to the imported address. It is not told whether an account has it. */

import type { AnyContext, Transaction } from '#context.ts'
import { createRuleViolation, createTooManyRequests, ensure } from '#core/problem.ts'
import { getPostForMatching, isAccepting } from '#features/jobs/index.ts'
import { countInvitation, getUser } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { writeMail } from '#platform/outbox.ts'
import { countUse } from '#platform/throttle.ts'
import { createInvitationUrl } from './links.ts'
import { candidates, type Row } from './queries.ts'

export const notAccepting = createRuleViolation('This job post accepts no applications at the moment.')
export const alreadyInvited = createRuleViolation('This person was invited in the last 24 hours.')
export const hasApplied = createRuleViolation('This person has applied.')

/** What a page and a mail say about a candidate. */
export async function describeInvitation(ctx: AnyContext, row: Row) {
  const { title, company } = await getPostForMatching(ctx, row.job_post_id)
  const { name } = row.importer
  return company === ''
    ? fill('{name} invites you to apply for {title}.', { name, title })
    : fill('{name} invites you to apply for {title} at {company}.', { name, title, company })
}

/** Says where the data come from. */
export const describeSource = ({ sources }: Row): Sentence => {
  const { source = '', consent = '' } = sources.at(-1) ?? {}
  return fill('Your name and address come from: {source}. How you agreed: {consent}', { source, consent })
}

/** What follows from an answer. */
export const choices: Sentence =
  'If you accept, your data become an application. If you decline, they are erased, and this job post cannot store them again.'

/** Mails an invitation. Throws 429 after too many by the actor or to the address. */
export async function inviteCandidate(tx: Transaction, row: Row): Promise<void> {
  const { id, email, job_post_id } = row
  const post = await getPostForMatching(tx, job_post_id)
  ensure(isAccepting(post, tx.clock.now()), notAccepting)
  // Who has applied for a blind post is not told.
  ensure(email !== null && (row.is_blind_post || !row.has_applied), hasApplied)
  ensure(await countInvitation(tx, `candidates of job post ${job_post_id}`, email), alreadyInvited)
  const limit = { limit: tx.config.rateLimits.mailsPerRecipient, window: { days: 1 } }
  const wait = await countUse(tx, 'candidate-mails', [email], limit)
  if (wait !== null) throw createTooManyRequests('Too many mails to this address today, please try again later.', wait)
  await candidates.setInvited.run(tx, { id, now: tx.clock.now() })
  const { locale } = await getUser(tx, tx.actor.id)
  await writeMail(tx, {
    to: email,
    locale,
    subject: fill('Your application for {title}?', { title: post.title }),
    heading: 'You are invited to apply',
    paragraphs: [
      fill('Hello {name},', { name: `${row.first_name} ${row.last_name}`.trim() }),
      await describeInvitation(tx, row),
      'The page says what is stored about you, and where it comes from.',
      choices,
    ],
    button: { text: 'Answer the invitation', url: createInvitationUrl(tx, row) },
    footer: 'With the same link you can have your data erased at any time.',
  })
}
