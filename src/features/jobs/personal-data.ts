import type { Transaction } from '#context.ts'
import type { PersonalData } from '#features/feature.ts'
import { removeFile } from '#features/files/index.ts'
import { changeCounter } from '#platform/counters.ts'
import { applications } from './applications/queries.ts'
import { cancelInterviewsOfRecruiter } from './interviews/cancellation.ts'
import { interviews } from './interviews/queries.ts'
import { openJobPosts } from './posts/open-limit.ts'
import { jobPosts, openPostsCounter } from './posts/queries.ts'

export const jobPersonalData: PersonalData = {
  name: 'jobs',
  async export(ctx, userId) {
    const mine = { user_id: userId }
    const held = await interviews.listByUser.inBackground(ctx, mine)
    return {
      job_posts: await jobPosts.listByUser.inBackground(ctx, mine),
      applications: await applications.listByUser.inBackground(ctx, mine),
      // Contact data of other users is not exported.
      interviews: held.map(({ email, uid, sequence, ...interview }) =>
        interview.user_id === userId ? { ...interview, email } : interview,
      ),
    }
  },
  async erase(tx, userId) {
    await cancelInterviewsOfRecruiter(tx, userId)
    await eraseApplications(tx, userId)
    await erasePosts(tx, userId)
  },
}

/** Received applications are kept for their recruiters, without the applicant. */
async function eraseApplications(tx: Transaction, userId: number): Promise<void> {
  const mine = await applications.listByUser.all(tx, { user_id: userId })
  await applications.anonymise.run(tx, { user_id: userId, none: [], now: tx.clock.now() })
  for (const { resume_id } of mine) if (resume_id !== null) await removeFile(tx, resume_id)
}

/** Posts with applications are kept for their applicants. */
async function erasePosts(tx: Transaction, userId: number): Promise<void> {
  const open = await openJobPosts.count(tx, userId)
  if (open > 0) await changeCounter(tx, openPostsCounter, -open)
  await jobPosts.removeUnusedByUser.run(tx, { user_id: userId })
  await jobPosts.closeAllByUser.run(tx, { user_id: userId, now: tx.clock.now() })
}
