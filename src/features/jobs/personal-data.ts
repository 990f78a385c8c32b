import type { Transaction } from '#context.ts'
import { mapEach } from '#core/streamed-data.ts'
import type { PersonalData } from '#features/feature.ts'
import { removeFile } from '#features/files/index.ts'
import { applications } from './applications/queries.ts'
import { reservedPlaces } from './applications/reserved-queries.ts'
import { removeTermsOfUser } from './applications/resume-queries.ts'
import { applicationTags } from './applications/tag-queries.ts'
import { getShownName, hideInterviewApplicant, isConcealed } from './blind.ts'
import { cancelInterviewsOfRecruiter, removeInterviews } from './interviews/cancellation.ts'
import { interviews } from './interviews/queries.ts'
import { eraseMessages, exportMessages } from './messages/personal-data.ts'
import { notes } from './notes/queries.ts'
import { jobPosts } from './posts/queries.ts'
import { reviewedPosts, reviewers } from './posts/reviewer-queries.ts'
import { scorecards } from './scorecards/queries.ts'
import { eraseSlots, exportSlotInvitations, exportSlots } from './slots/personal-data.ts'
import { templates } from './templates/queries.ts'

export const jobPersonalData: PersonalData = {
  name: 'jobs',
  export(ctx, userId) {
    const mine = { user_id: userId }
    return {
      job_posts: jobPosts.listByUser.iterate(ctx, mine),
      // The reason of a rejection and the tags are notes of the recruiter.
      applications: mapEach(
        applications.listByUser.iterate(ctx, mine),
        ({ rejection_reason, tags, account_name, blind_score, sealed, pending, ...row }) => ({
          ...row,
          pending: pending && !sealed,
        }),
      ),
      // Contact data of other users is not exported.
      interviews: mapEach(interviews.listByUser.iterate(ctx, mine), (row) => exportInterview(row, userId)),
      interview_slots: exportSlots(ctx, userId),
      slot_invitations: exportSlotInvitations(ctx, userId),
      scorecards: mapEach(scorecards.listByUser.iterate(ctx, mine), ({ reviewer, ...card }) => card),
      application_tags: applicationTags.ofOwner.iterate(ctx, mine),
      application_notes: mapEach(notes.listByUser.iterate(ctx, mine), ({ author, ...note }) => note),
      application_messages: exportMessages(ctx, userId),
      message_templates: mapEach(templates.listByUser.iterate(ctx, mine), ({ user_id, ...template }) => template),
      reviewed_job_posts: reviewedPosts.ofUser.iterate(ctx, mine),
    }
  },
  async erase(tx, userId) {
    await cancelInterviewsOfRecruiter(tx, userId)
    await eraseSlots(tx, userId)
    await reviewers.eraseByUser.run(tx, { user_id: userId })
    await scorecards.removeAboutUser.run(tx, { user_id: userId })
    await notes.removeAboutUser.run(tx, { user_id: userId })
    await notes.removeByUser.run(tx, { user_id: userId })
    await eraseMessages(tx, userId)
    await templates.removeByUser.run(tx, { user_id: userId })
    await eraseApplications(tx, userId)
    await erasePosts(tx, userId)
  },
}

type HeldInterview = Awaited<ReturnType<typeof interviews.listByUser.all>>[number]

/** Contacts of others are not exported, nor who a blind candidate is; nor the outcome to the applicant. */
function exportInterview({ uid, sequence, applicant_timezone, ...row }: HeldInterview, userId: number): object {
  const { email, phone, account_name, outcome, outcome_notes, ...interview } = row
  if (row.user_id === userId) return { ...interview, email, phone }
  const { user_id, first_name, last_name, answer_message, ...others } = interview
  if (isConcealed({ id: userId }, row))
    return { ...hideInterviewApplicant(others), applicant: getShownName({ id: userId }, row), outcome, outcome_notes }
  return { ...interview, outcome, outcome_notes }
}

/** Received applications are kept for their recruiters, without the applicant. */
async function eraseApplications(tx: Transaction, userId: number): Promise<void> {
  await removeUnseenApplications(tx, userId)
  const mine = await applications.listByUser.all(tx, { user_id: userId })
  await removeTermsOfUser.run(tx, { user_id: userId })
  await interviews.eraseNotesAbout.run(tx, { user_id: userId })
  await applications.anonymise.run(tx, { user_id: userId, none: [], now: tx.clock.now() })
  for (const { id, resume_id } of mine) {
    await removeInterviews(tx, { id })
    if (resume_id !== null) await removeFile(tx, resume_id)
  }
}

async function removeUnseenApplications(tx: Transaction, userId: number): Promise<void> {
  for (const { id } of await reservedPlaces.unseenOfUser.all(tx, { user_id: userId })) {
    const { resume_id } = await applications.byId.one(tx, { id })
    await applications.remove.run(tx, { id })
    if (resume_id !== null) await removeFile(tx, resume_id)
  }
}

/** Posts with applications are kept for their applicants. */
async function erasePosts(tx: Transaction, userId: number): Promise<void> {
  await jobPosts.removeUnusedByUser.run(tx, { user_id: userId })
  await jobPosts.closeAllByUser.run(tx, { user_id: userId, now: tx.clock.now() })
}
