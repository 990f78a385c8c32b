import type { Actor } from '#context.ts'
import type { JobPostStatus } from '#database/tables/jobs.ts'

interface Post {
  recruiter_id: number
  status: JobPostStatus
}

interface Application {
  recruiter_id: number
  user_id: number
}

const isAdmin = (actor: Actor) => actor.role === 'admin'
const owns = (actor: Actor, { recruiter_id }: { recruiter_id: number }) => actor.id === recruiter_id || isAdmin(actor)

export const may = {
  /** A post, its applicants and interviews: its recruiter and administrators. */
  manage: owns,
  read: (actor: Actor, post: Post) => post.status !== 'draft' || owns(actor, post),
  /** An application, its resume and interviews: the applicant, the recruiter and administrators. */
  readApplication: (actor: Actor, application: Application) =>
    actor.id === application.user_id || owns(actor, application),
  withdraw: (actor: Actor, application: Application) => actor.id === application.user_id,
}
