import type { AnyContext, Transaction } from '#context.ts'
import { type FieldErrors, refuseInvalid } from '#core/problem.ts'
import { sortKey } from '#core/text-normalization.ts'
import { findCompletions } from '#features/courses/index.ts'
import { findPasses } from '#features/exams/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { requirements } from './queries.ts'
import type { GivenRequirements, Requirement } from './schemas.ts'

/** Throws 422 for exams and courses that do not exist or that the actor does not see. */
export async function checkRequirements(ctx: AnyContext, input: GivenRequirements = []): Promise<void> {
  if (input.length === 0) return
  const asked = { actor_id: ctx.actor.id }
  const exams = await requirements.nameableExams.all(ctx, {
    ...asked,
    ids: input.flatMap(({ exam_id }) => exam_id ?? []),
  })
  const courses = await requirements.nameableCourses.all(ctx, {
    ...asked,
    ids: input.flatMap(({ course_id }) => course_id ?? []),
  })
  const errors: Record<string, Sentence[]> = {}
  for (const [index, { exam_id, course_id }] of input.entries()) {
    if (exam_id !== undefined && exams.every(({ id }) => id !== exam_id))
      errors[`requirements.${index}.exam_id`] = [
        fill('The selected {field} is invalid.', { field: { field: 'exam_id' } }),
      ]
    if (course_id !== undefined && courses.every(({ id }) => id !== course_id))
      errors[`requirements.${index}.course_id`] = [
        fill('The selected {field} is invalid.', { field: { field: 'course_id' } }),
      ]
  }
  refuseInvalid(errors)
}

export async function saveRequirements(tx: Transaction, postId: number, input: GivenRequirements): Promise<void> {
  await checkRequirements(tx, input)
  await requirements.clear.run(tx, { job_post_id: postId })
  for (const [position, { exam_id = null, course_id = null, skill = null, required = true }] of input.entries())
    await requirements.add.run(tx, {
      job_post_id: postId,
      position,
      exam_id,
      course_id,
      skill,
      skill_key: skill === null ? null : sortKey(skill),
      required,
    })
}

interface PostRequirements {
  id: number
  requirements: readonly Requirement[]
}

/** Returns a test whether a user meets a requirement of the post. */
export async function findMet(ctx: AnyContext, post: PostRequirements, userIds: readonly number[]) {
  const user_ids = [...userIds]
  const { requirements: all } = post
  const exam_ids = all.flatMap(({ exam_id }) => exam_id ?? [])
  const course_ids = all.flatMap(({ course_id }) => course_id ?? [])
  const asksSkills = all.some(({ skill }) => skill !== null)
  const passes = exam_ids.length > 0 ? await findPasses(ctx, { exam_ids, user_ids }) : []
  const completions = course_ids.length > 0 ? await findCompletions(ctx, { course_ids, user_ids }) : []
  const proven = asksSkills ? await requirements.proven.all(ctx, { job_post_id: post.id, user_ids }) : []
  const met = new Set([
    ...passes.map(({ user_id, exam_id }) => `${user_id} exam ${exam_id}`),
    ...completions.map(({ user_id, course_id }) => `${user_id} course ${course_id}`),
    ...proven.map(({ user_id, skill_key }) => `${user_id} skill ${skill_key}`),
  ])
  return (userId: number, { exam_id, course_id, skill }: Requirement): boolean => {
    if (exam_id !== null) return met.has(`${userId} exam ${exam_id}`)
    return course_id !== null
      ? met.has(`${userId} course ${course_id}`)
      : met.has(`${userId} skill ${sortKey(skill ?? '')}`)
  }
}

/** Returns the messages about required requirements that the user does not meet; none if all are met. */
export async function findUnmet(ctx: AnyContext, post: PostRequirements, userId: number): Promise<FieldErrors> {
  const required = post.requirements.filter((one) => one.required)
  if (required.length === 0) return {}
  const isMet = await findMet(ctx, post, [userId])
  const missing = required.filter((one) => !isMet(userId, one)).map(describeMissing)
  return missing.length === 0 ? {} : { requirements: missing }
}

function describeMissing({ exam_id, course_id, title }: Requirement): Sentence {
  if (title === '')
    return exam_id !== null
      ? 'This job requires that you have passed an exam that is hidden at the moment.'
      : 'This job requires that you have completed a course that is hidden at the moment.'
  if (exam_id !== null) return fill('This job requires that you have passed the exam “{title}”.', { title })
  return course_id !== null
    ? fill('This job requires that you have completed the course “{title}”.', { title })
    : fill('This job requires that you have proven the skill “{title}”.', { title })
}
