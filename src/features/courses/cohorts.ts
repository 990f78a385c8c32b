/** The cohorts of a course, and the seat that an enrollment takes in one. */

import type { AnyContext, Transaction } from '#context.ts'
import { createFieldProblem, ensure, invalidFields, refuseInvalid } from '#core/problem.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { cohorts } from './cohort-queries.ts'
import type { Cohort, CohortInput } from './cohort-schemas.ts'

const unknownCohort = invalidFields({ cohort_id: ['The selected cohort id is invalid.'] })
const hasEnded = createFieldProblem('cohort_id', 'This cohort has ended; please choose another one.')
const isFull = createFieldProblem('cohort_id', 'This cohort is full; please choose another one.')
const noneOpen = createFieldProblem('cohort_id', 'All cohorts of this course are full or have ended.')

export const listCohorts = (ctx: AnyContext, courseId: number): Promise<Cohort[]> =>
  cohorts.ofCourse.all(ctx, { course_id: courseId })

/** Throws 422 for cohorts of another course, and for a change that their learners do not allow. Without a course, all are new. */
export async function checkCohorts(
  ctx: AnyContext,
  courseId: number | null,
  input: readonly CohortInput[] | undefined,
): Promise<void> {
  if (input === undefined) return
  const present = courseId === null ? [] : await listCohorts(ctx, courseId)
  const ids = new Set(input.flatMap(({ id }) => id ?? []))
  const missing = present.find(({ id, enrolled_count }) => enrolled_count > 0 && !ids.has(id))
  refuseInvalid({
    ...(missing !== undefined && {
      cohorts: [fill('The cohort {title} has learners, so it cannot be removed.', { title: missing.title })],
    }),
    ...Object.fromEntries(input.flatMap((_, index) => listErrors(input, index, present))),
  })
}

/** Lists the messages about one of the cohorts, by field. */
function listErrors(input: readonly CohortInput[], index: number, present: readonly Cohort[]) {
  const errors: [string, Sentence[]][] = []
  const { id, starts_at = '', ends_at = null, capacity = null } = input[index] ?? {}
  const before = present.find((cohort) => cohort.id === id)
  const isTwice = input.findIndex((cohort) => cohort.id === id) < index
  if (id !== undefined && (before === undefined || isTwice))
    errors.push([`cohorts.${index}.id`, ['The selected id is invalid.']])
  if (ends_at !== null && ends_at <= starts_at)
    errors.push([`cohorts.${index}.ends_at`, ['A cohort must end after it starts.']])
  const count = before?.enrolled_count ?? 0
  if (capacity !== null && capacity < count)
    errors.push([`cohorts.${index}.capacity`, [fill('This cohort already has {count} learners.', { count })]])
  return errors
}

/** Replaces the cohorts of a course. */
export async function saveCohorts(tx: Transaction, courseId: number, input: readonly CohortInput[]): Promise<void> {
  await checkCohorts(tx, courseId, input)
  const ids = new Set(input.flatMap(({ id }) => id ?? []))
  const removed = (await listCohorts(tx, courseId)).map(({ id }) => id).filter((id) => !ids.has(id))
  if (removed.length > 0) await cohorts.remove.run(tx, { ids: removed })
  for (const { id, title, starts_at, ends_at = null, capacity = null } of input) {
    const values = { title, starts_at, ends_at, capacity }
    if (id === undefined) await cohorts.add.run(tx, { ...values, course_id: courseId })
    else await cohorts.update.run(tx, { ...values, id })
  }
}

/** Finds a free seat for an enrollment and returns its cohort; null in a course without cohorts. Throws 422 where there is none. */
export async function claimSeat(tx: Transaction, courseId: number, asked?: number): Promise<number | null> {
  const all = await listCohorts(tx, courseId)
  if (all.length === 0 && asked === undefined) return null
  const now = tx.clock.now()
  const isOpen = ({ ends_at }: Cohort) => ends_at === null || ends_at > now
  if (asked !== undefined) {
    const cohort = all.find(({ id }) => id === asked)
    ensure(cohort !== undefined, unknownCohort)
    ensure(isOpen(cohort), hasEnded)
    ensure((await cohorts.claim.maybe(tx, { id: asked })) !== null, isFull)
    return asked
  }
  for (const { id } of all.filter(isOpen)) if ((await cohorts.claim.maybe(tx, { id })) !== null) return id
  throw noneOpen
}

/** Finds a free seat; null where there is none, for what was paid already. */
export async function findSeat(tx: Transaction, courseId: number): Promise<number | null> {
  try {
    return await claimSeat(tx, courseId)
  } catch (error) {
    if (error === noneOpen) return null
    throw error
  }
}
