import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, createRuleViolation, ensure, notFound, permit } from '#core/problem.ts'
import { notify } from '#features/notifications/index.ts'
import { getTimezone } from '#features/users/index.ts'
import { fill, type PlainTemplate, type Sentence } from '#language/sentence.ts'
import { getNameForReviewers } from '../blind.ts'
import type { Row } from './mails.ts'
import { presentInterview } from './present.ts'
import { interviews } from './queries.ts'
import type { Interview, InterviewAnswer } from './schemas.ts'
import { claimSlotAgain } from './seats.ts'

export const alreadyOver = createRuleViolation('This interview has begun already.')
export const timesNeeded = createFieldProblem('proposed_times', 'Propose at least one time.')
export const timesPast = createFieldProblem('proposed_times', 'The proposed times must be in the future.')

/** Answers an invitation as its applicant. */
export function answerInterview(ctx: Context, id: number, input: InterviewAnswer): Promise<Interview> {
  return runInTransaction(ctx, async (tx) => {
    const row = await interviews.byId.one(tx, { id })
    permit(row.user_id === tx.actor.id)
    ensure(row.post_hidden_at === null, notFound)
    return presentInterview(tx, await storeAnswer(tx, row, input))
  })
}

/** Stores the answer and notifies those who hold the interview. The same answer again changes nothing. */
export async function storeAnswer(
  tx: Transaction,
  before: Row,
  { answer, proposed_times = [], message = '' }: InterviewAnswer,
): Promise<Row> {
  const { id } = before
  const now = tx.clock.now()
  ensure(before.starts_at > now, alreadyOver)
  const times = answer === 'proposed' ? proposed_times : []
  ensure(answer !== 'proposed' || times.length > 0, timesNeeded)
  ensure(
    times.every((time) => time > now),
    timesPast,
  )
  if (before.answer === answer && before.answer_message === message && isSame(before.proposed_times, times))
    return before

  if (before.answer === 'declined') await claimSlotAgain(tx, before)
  await interviews.answer.run(tx, { id, answer, proposed_times: times, message, now })
  for (const userId of new Set([before.recruiter_id, ...before.interviewers.map((one) => one.id)]))
    await notify(tx, userId, 'job_application', {
      title: titles[answer],
      message: describeAnswer(before, answer, await getTimezone(tx, userId)),
      data: { url: `/job-applications/${before.application_id}`, action: 'view_application' },
      event: `interview:${id}:answer:${before.sequence}:${answer}:${now}`,
    })
  return interviews.byId.one(tx, { id })
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

const titles: Record<InterviewAnswer['answer'], PlainTemplate> = {
  accepted: 'Interview accepted',
  declined: 'Interview declined',
  proposed: 'Other times proposed',
}

function describeAnswer(row: Row, answer: InterviewAnswer['answer'], timezone: string): Sentence {
  const values = {
    name: getNameForReviewers(row),
    title: row.job_post.title,
    when: { moment: row.starts_at, timezone },
  }
  if (answer === 'accepted') return fill('{name} accepts the interview for {title} on {when}.', values)
  if (answer === 'declined') return fill('{name} declines the interview for {title} on {when}.', values)
  return fill('{name} proposes another time for the interview for {title} on {when}.', values)
}
