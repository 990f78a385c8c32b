import type { Context, Transaction } from '#context.ts'
import { courses } from './catalog/queries.ts'
import { finishedCourses } from './enrollments/finished/queries.ts'

/** What a profile shows. */
const mostShown = 100

/** How many courses somebody completed with every lesson done. */
export async function countFinishedCourses(reach: Context | Transaction, userId: number): Promise<number> {
  return (await finishedCourses.countOf.one(reach, { user_id: userId })).total
}

/** The published courses somebody teaches, newest first. */
export const coursesTaught = (ctx: Context, userId: number) =>
  courses.publishedOf.all(ctx, { user_id: userId, most: mostShown })
