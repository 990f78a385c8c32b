import type { AnyContext, Context } from '#context.ts'
import { finishedCourses } from './completion-queries.ts'
import { courses } from './courses/queries.ts'

/** Courses shown on a profile. */
const mostShown = 100

/** Counts the courses that the user completed with all lessons done. */
export async function countFinishedCourses(ctx: AnyContext, userId: number): Promise<number> {
  return (await finishedCourses.countByUser.one(ctx, { user_id: userId })).total
}

/** Lists the courses of others that the user completed with all lessons done. */
export const listCompletedCourses = (ctx: AnyContext, userId: number) =>
  finishedCourses.ofUser.all(ctx, { user_id: userId })

/** Lists the published courses of an instructor, newest first. */
export const listTaughtCourses = (ctx: Context, userId: number) =>
  courses.listPublishedByUser.all(ctx, { user_id: userId, most: mostShown })
