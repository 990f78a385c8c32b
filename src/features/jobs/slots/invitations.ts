/** Invitations of applicants to choose a slot. */

import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRuleViolation, ensure, invalidFields, notFound } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { notify } from '#features/notifications/index.ts'
import { getTimezone } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { type ApplicationRow, getCorrespondence, getManagedApplication } from '../applications/access.ts'
import { formatFullName } from '../applications/present.ts'
import { mailAboutApplication } from '../mails.ts'
import { listOffers } from './choice.ts'
import { createChoiceUrl } from './links.ts'
import { slotInvitations } from './queries.ts'
import type { NewSlotInvitation, SlotInvitation } from './schemas.ts'

const usualTime = { days: 14 }
const longestTime = { days: 60 }

export const wrongEnd = invalidFields({ until: ['An invitation ends in the future, within 60 days.'] })
export const isRejected = createRuleViolation('A rejected applicant cannot be invited.')
export const noSlots = createRuleViolation('This job post has no free slots. Please create some first.')

async function getInvitation(ctx: Context | Transaction, application_id: number): Promise<SlotInvitation> {
  const found = await slotInvitations.find.maybe(ctx, { application_id })
  ensure(found !== null, notFound)
  const { until, invited_at } = found
  return { application_id, until, invited_at }
}

/** Returns the invitation to the applicant and to those who manage the post. */
export async function showSlotInvitation(ctx: Context, applicationId: number): Promise<SlotInvitation> {
  await getCorrespondence(ctx, applicationId)
  return getInvitation(ctx, applicationId)
}

/** Invites the applicant to choose one of the free slots of the post, or invites again. */
export function inviteToChoose(ctx: Context, applicationId: number, input: NewSlotInvitation): Promise<SlotInvitation> {
  return runInTransaction(ctx, async (tx) => {
    await inviteToSlots(tx, await getManagedApplication(tx, applicationId), input)
    return getInvitation(tx, applicationId)
  })
}

/** Throws 422 unless an invitation may end at the time. */
export function checkInvitationEnd({ clock }: AnyContext, { until }: NewSlotInvitation): void {
  const now = clock.now()
  ensure(until === undefined || (until > now && until <= addDuration(now, longestTime)), wrongEnd)
}

/** Stores an invitation and tells the applicant. 422 for a rejected applicant, and while there is no free slot. */
export async function inviteToSlots(
  tx: Transaction,
  application: ApplicationRow,
  input: NewSlotInvitation,
): Promise<void> {
  checkInvitationEnd(tx, input)
  const now = tx.clock.now()
  const { until = addDuration(now, usualTime) } = input
  ensure(application.status !== 'rejected', isRejected)
  ensure((await listOffers(tx, application)).length > 0, noSlots)
  await slotInvitations.save.run(tx, { application_id: application.id, invited_by: tx.actor.id, until, now })
  await mailSlotInvitation(tx, application, { until, invited_at: now })
}

async function mailSlotInvitation(
  tx: Transaction,
  application: ApplicationRow,
  { until, invited_at }: Omit<SlotInvitation, 'application_id'>,
): Promise<void> {
  const { id: application_id, user_id, job_post } = application
  const message = fill('Please choose a time for your interview for {title} until {when}.', {
    title: job_post.title,
    when: { moment: until, timezone: await getTimezone(tx, user_id) },
  })
  await notify(tx, user_id, 'job_application', {
    title: 'Choose a time for your interview',
    message,
    data: { url: `/job-applications/${application_id}`, action: 'view_application' },
    event: `application:${application_id}:slots:${invited_at}`,
  })
  await mailAboutApplication(tx, {
    recipient: user_id,
    sender: tx.actor.id,
    subject: fill('Choose a time for your interview: {title}', { title: job_post.title }),
    heading: 'Choose a time for your interview',
    paragraphs: [
      fill('Hello {name},', { name: formatFullName(application) }),
      message,
      'A time that another applicant chooses first is no longer offered. With the same link you can change and cancel your choice.',
    ],
    button: { text: 'Choose a time', url: createChoiceUrl(tx, { application_id, until }) },
  })
}

/** Ends the invitation. An interview that was chosen stays. */
export function endSlotInvitation(ctx: Context, applicationId: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedApplication(tx, applicationId)
    const removed = await slotInvitations.remove.run(tx, { application_id: applicationId })
    ensure(removed > 0, notFound)
  })
}
