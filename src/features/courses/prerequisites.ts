import type { AnyContext, Transaction } from '#context.ts'
import { createFieldProblem, createRuleViolation, ensure, invalidFields } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { prerequisites } from './prerequisite-queries.ts'

const unknownPrerequisite = invalidFields({ prerequisites: ['The selected prerequisites are invalid.'] })
const circularPrerequisite = createFieldProblem(
  'prerequisites',
  'A course cannot be a prerequisite of itself, directly or through other courses.',
)

/** Replaces the prerequisites of a course. */
export async function savePrerequisites(tx: Transaction, courseId: number, input: number[]): Promise<void> {
  const ids = [...new Set(input)]
  await checkPrerequisites(tx, { prerequisites: ids })
  const { circular } = await prerequisites.leadTo.one(tx, { course_id: courseId, ids })
  ensure(!circular, circularPrerequisite)
  await prerequisites.clear.run(tx, { course_id: courseId })
  if (ids.length > 0) await prerequisites.add.run(tx, { course_id: courseId, ids })
}

/** Throws 422 for courses that the actor may not name. */
export async function checkPrerequisites(ctx: AnyContext, { prerequisites: input = [] }: { prerequisites?: number[] }) {
  const ids = [...new Set(input)]
  const asked = { ids, actor_id: ctx.actor.id, is_admin: ctx.actor.role === 'admin' }
  const nameable = await prerequisites.nameable.all(ctx, asked)
  ensure(nameable.length === ids.length, unknownPrerequisite)
}

/** Returns the courses to complete before a course; a title is empty where the actor may not read the course. */
export const listPrerequisites = (ctx: AnyContext, courseId: number): Promise<{ id: number; title: string }[]> =>
  prerequisites.ofCourse.all(ctx, { course_id: courseId, actor_id: ctx.actor.id })

const uninvited = createRuleViolation('This course needs another one first, to which you are not invited.')

/** Throws 422 with the titles of missing prerequisites that the user may read. */
export async function ensurePrerequisites(tx: Transaction, courseId: number, userId: number): Promise<void> {
  const missing = await prerequisites.missing.all(tx, { course_id: courseId, user_id: userId })
  const known = missing.filter(({ title }) => title !== '')
  const titles = known.map(({ title }) => `“${title}”`).join(', ')
  ensure(known.length === 0, createRuleViolation(fill('Complete these courses first: {titles}.', { titles })))
  ensure(missing.length === 0, uninvited)
}
