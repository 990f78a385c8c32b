import type { Actor } from '#context.ts'
import type { JobPostStatus } from '#database/tables/jobs.ts'

interface Post {
  recruiter_id: number
  status: JobPostStatus
}

interface Application {
  recruiter_id: number
  user_id: number
  /** A reserved place, which only the applicant sees. */
  pending: boolean
}

const isAdmin = (actor: Actor) => actor.role === 'admin'
const owns = (actor: Actor, { recruiter_id }: { recruiter_id: number }) => actor.id === recruiter_id || isAdmin(actor)

export const may = {
  /** A post, its applicants and interviews: its recruiter and administrators. */
  manage: owns,
  read: (actor: Actor, post: Post) => post.status !== 'draft' || owns(actor, post),
  /** An application, its resume and scorecards: the recruiter, the reviewers of the post and administrators. */
  judge: (actor: Actor, application: { recruiter_id: number }, isReviewer: boolean) =>
    owns(actor, application) || isReviewer,
  withdraw: (actor: Actor, application: Application) => actor.id === application.user_id,
}
