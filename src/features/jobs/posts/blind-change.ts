import type { Transaction } from '#context.ts'
import { createFieldProblem, invalidFields } from '#core/problem.ts'
import { jobPosts } from './queries.ts'
import type { JobPost, NewJobPost } from './schemas.ts'

export const blindTooLate = createFieldProblem(
  'blind',
  'Whether a job post is blind can change only until the first application.',
)

export const skillsTooLate = createFieldProblem(
  'skills',
  'The skills of a blind job post can change only until the first application. Please create another post for other skills.',
)
export const requirementsTooLate = createFieldProblem(
  'requirements',
  'The requirements of a blind job post can change only until the first application. Please create another post for other requirements.',
)

type CriteriaFields = Pick<JobPost, 'blind' | 'skills'> & { requirements?: NewJobPost['requirements'] }

/**
 * Throws 422 for a change of what a blind post asks for after the first application: each would tell another part of what
 * each candidate has proven, until their public profiles name them.
 */
export async function ensureStaysBlind(tx: Transaction, before: JobPost, after: CriteriaFields): Promise<void> {
  const late = [
    ...(after.blind === before.blind ? [] : [blindTooLate]),
    ...(before.blind && JSON.stringify(after.skills) !== JSON.stringify(before.skills) ? [skillsTooLate] : []),
    ...(before.blind && isOther(before.requirements, after.requirements) ? [requirementsTooLate] : []),
  ]
  const [first, ...others] = late
  if (first === undefined || (await jobPosts.hasApplications.maybe(tx, { id: before.id })) === null) return
  throw others.length === 0 ? first : invalidFields(Object.assign({}, ...late.map(({ errors }) => errors)))
}

const isOther = (before: JobPost['requirements'], after: NewJobPost['requirements']) =>
  after !== undefined && describeRequirements(before) !== describeRequirements(after)

interface RequirementTarget {
  exam_id?: number | null
  course_id?: number | null
  skill?: string | null
  required?: boolean
}

const describeRequirements = (input: readonly RequirementTarget[]) =>
  JSON.stringify(
    input.map(({ exam_id = null, course_id = null, skill = null, required = true }) => [
      exam_id,
      course_id,
      skill,
      required,
    ]),
  )
