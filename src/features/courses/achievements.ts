import type { AnyContext, Context } from '#context.ts'
import { finishedCourses } from './completion-queries.ts'
import { courses } from './courses/queries.ts'

/** What a profile shows. */
const mostShown = 100

/** How many courses somebody completed with every lesson done. */
export async function countFinishedCourses(ctx: AnyContext, userId: number): Promise<number> {
  return (await finishedCourses.countOf.one(ctx, { user_id: userId })).total
}

/** The published courses somebody teaches, newest first. */
export const listTaughtCourses = (ctx: Context, userId: number) =>
  courses.publishedOf.all(ctx, { user_id: userId, most: mostShown })
