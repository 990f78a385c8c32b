/** Reserved places: applications that are submitted by themselves when their user meets the requirements. */

import { type Context, type EvidenceChange, runInTransaction, type Transaction } from '#context.ts'
import { removeFile } from '#features/files/index.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { getPostForMatching } from '../posts/service.ts'
import { findUnmet } from '../requirements/service.ts'
import { mailSubmission } from './mails.ts'
import { applications } from './queries.ts'
import { reservedPlaces } from './reserved-queries.ts'
import { completeSubmission, isAccepting } from './submission-completion.ts'

/** Submits what has become complete with a change of what users have proven. */
export async function submitPendingApplications(tx: Transaction, change: EvidenceChange): Promise<void> {
  if ('jobPostId' in change) await addTask(tx, submitReservedPlaces, { job_post_id: change.jobPostId, after: 0 })
  if (!('userIds' in change)) return
  for (const user_id of change.userIds)
    for (const place of await reservedPlaces.pendingOfUser.all(tx, { user_id }))
      await submitIfComplete(tx, { ...place, user_id })
}

interface Place {
  id: number
  job_post_id: number
  user_id: number
}

async function submitIfComplete(tx: Transaction, { id, job_post_id, user_id }: Place): Promise<void> {
  const post = await getPostForMatching(tx, job_post_id)
  const now = tx.clock.now()
  if (!isAccepting(post, now) || Object.keys(await findUnmet(tx, post, user_id)).length > 0) return
  if ((await reservedPlaces.submit.run(tx, { id, sealed: post.blind, now })) === 0) return
  const { job_post: about } = await completeSubmission(tx, id)
  await notify(tx, user_id, 'job_application', {
    title: 'Your application is submitted',
    message: fill('You meet the requirements of {title}, and your application is submitted.', { title: about.title }),
    data: { url: `/job-applications/${id}`, action: 'view_application' },
    event: `application:${id}:placed`,
  })
  await mailSubmission(tx, { id, user_id, title: about.title, sender: post.recruiter.id })
}

const batch = 100

/** Submits the reserved places of a post that are complete since its requirements have changed. */
export const submitReservedPlaces = defineTask<{ job_post_id: number; after: number }>({
  kind: 'submit_reserved_places',
  handle: (ctx: Context, { job_post_id, after }) =>
    runInTransaction(ctx, async (tx) => {
      const places = await reservedPlaces.pendingOfPost.all(tx, { job_post_id, after, most: batch })
      for (const place of places) await submitIfComplete(tx, { ...place, job_post_id })
      const last = places.at(-1)
      if (last !== undefined && places.length === batch)
        await addTask(tx, submitReservedPlaces, { job_post_id, after: last.id })
    }),
})

/** Returns when a reserved place next ends. */
export const findNextLapse = async (ctx: Context, after: string): Promise<string | null> =>
  (await reservedPlaces.nextToLapse.maybe(ctx, { after }))?.closes_at ?? null

/** Deletes reserved places, with their resumes, whose post accepts no more applications. */
export const endReservedPlaces = defineTask({
  kind: 'end_reserved_places',
  handle: (ctx: Context) =>
    runInTransaction(ctx, async (tx) => {
      const lapsed = await reservedPlaces.lapsed.all(tx, { now: tx.clock.now(), most: batch })
      for (const { id, user_id, resume_id, title } of lapsed) {
        await applications.remove.run(tx, { id })
        if (resume_id !== null) await removeFile(tx, resume_id)
        await notify(tx, user_id, 'job_application', {
          title: 'Your reserved place has ended',
          message: fill('{title} accepts no more applications, so your reserved place and its resume are deleted.', {
            title,
          }),
          data: { url: '/job-applications', action: 'view_application' },
          event: `application:${id}:lapsed`,
        })
      }
      if (lapsed.length === batch) await addTask(tx, endReservedPlaces, {})
    }),
})
