import type { Transaction } from '#context.ts'
import { recordActivity } from '#features/activity/index.ts'
import { notify } from '#features/notifications/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { nameForJudges } from '../blind.ts'
import { jobPosts } from '../posts/queries.ts'
import type { ApplicationRow } from './access.ts'
import { announceApplication, describeArrival } from './mails.ts'
import { applicationCounts, applications } from './queries.ts'

export const isAccepting = ({ status, deadline }: { status: string; deadline: string | null }, now: string) =>
  status === 'open' && (deadline === null || now < deadline)

/** Gives a submitted application its number and tells the recruiter. Returns it as it is then. */
export async function placeApplication(tx: Transaction, id: number): Promise<ApplicationRow> {
  const { job_post_id, user_id } = await applications.byId.one(tx, { id })
  const { number } = await jobPosts.numberCandidate.one(tx, { id: job_post_id })
  await applications.setNumber.run(tx, { id, number })
  await applicationCounts.add.run(tx, { job_post_id, status: 'applied', change: 1 })
  const row = await applications.byId.one(tx, { id })
  await recordActivity(tx, 'application_submitted', {
    userId: user_id,
    description: fill('Applied for {title}', { title: row.job_post.title }),
    metadata: { application_id: id, job_post_id },
  })
  await tellRecruiter(tx, row)
  return row
}

async function tellRecruiter(tx: Transaction, row: ApplicationRow): Promise<void> {
  const about = { id: row.id, name: nameForJudges(row), title: row.job_post.title, applicant: row.user_id }
  const { name } = await getUser(tx, row.recruiter_id)
  await notify(tx, row.recruiter_id, 'job_application', {
    title: 'New application',
    message: describeArrival(about),
    data: { url: `/job-applications/${row.id}`, action: 'view_application' },
    event: `application:${row.id}:submitted`,
  })
  await announceApplication(tx, { id: row.recruiter_id, name }, about)
}
