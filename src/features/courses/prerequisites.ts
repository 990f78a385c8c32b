import type { Transaction } from '#context.ts'
import { ensure, fieldProblem, invalidFields, ruleViolation } from '#core/problem.ts'
import { prerequisites } from './prerequisite-queries.ts'

const unknownPrerequisite = invalidFields({ prerequisites: ['The selected prerequisites are invalid.'] })
const circularPrerequisite = fieldProblem(
  'prerequisites',
  'A course cannot be a prerequisite of itself, directly or through other courses.',
)

/** Replaces the prerequisites of a course. */
export async function savePrerequisites(tx: Transaction, courseId: number, given: number[]): Promise<void> {
  const ids = [...new Set(given)]
  const asked = { ids, actor_id: tx.actor.id, is_admin: tx.actor.role === 'admin' }
  const nameable = await prerequisites.nameable.all(tx, asked)
  ensure(nameable.length === ids.length, unknownPrerequisite)
  const { circular } = await prerequisites.leadTo.one(tx, { course_id: courseId, ids })
  ensure(!circular, circularPrerequisite)
  await prerequisites.clear.run(tx, { course_id: courseId })
  if (ids.length > 0) await prerequisites.add.run(tx, { course_id: courseId, ids })
}

/** Throws 422 with the titles of missing prerequisites. */
export async function ensurePrerequisites(tx: Transaction, courseId: number, userId: number): Promise<void> {
  const missing = await prerequisites.missing.all(tx, { course_id: courseId, user_id: userId })
  const titles = missing.map(({ title }) => `“${title}”`).join(', ')
  ensure(missing.length === 0, ruleViolation(`Complete these courses first: ${titles}.`))
}
