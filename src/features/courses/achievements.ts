import type { AnyContext, Context } from '#context.ts'
import { finishedCourses } from './completion-queries.ts'
import { courses } from './queries.ts'

/** Courses shown on a profile. */
const maxShown = 100

/** Counts the courses that the user completed with all lessons done. */
export async function countFinishedCourses(ctx: AnyContext, userId: number): Promise<number> {
  return (await finishedCourses.countByUser.one(ctx, { user_id: userId })).total
}

/** Lists the courses of others that the user completed with all lessons done. */
export const listCompletedCourses = (ctx: AnyContext, userId: number) =>
  finishedCourses.ofUser.all(ctx, { user_id: userId })

/** Lists the courses of others that the users have proven to have completed, with the codes of their certificates. */
export const listProvenCourses = (ctx: AnyContext, userIds: readonly number[]) =>
  finishedCourses.proven.all(ctx, { user_ids: userIds })

/** Lists users who have completed the course, by id. */
export const listCompleters = async (ctx: AnyContext, slice: { course_id: number; after: number; most: number }) =>
  (await finishedCourses.completers.all(ctx, slice)).map(({ user_id }) => user_id)

/** Lists which of the users have completed which of the courses. Own courses and revoked certificates do not count. */
export const findCompletions = (
  ctx: AnyContext,
  input: { course_ids: readonly number[]; user_ids: readonly number[] },
) => finishedCourses.completions.all(ctx, input)

/** Lists courses of others that would prove the skill: published ones, by verified authors. */
export const suggestCourses = (ctx: AnyContext, input: { skill_key: string; most: number }) =>
  finishedCourses.suggested.all(ctx, { ...input, user_id: ctx.actor.id })

/** Lists the published courses of an instructor, newest first. */
export const listTaughtCourses = (ctx: Context, userId: number) =>
  courses.listPublishedByUser.all(ctx, { user_id: userId, most: maxShown })
