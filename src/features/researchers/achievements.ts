import type { AnyContext, Context } from '#context.ts'

/** What other features know of a researcher; handed in by the app. */
export interface Achievements {
  /** Courses the person has completed, every lesson of them. */
  completedCourses(ctx: AnyContext, userId: number): Promise<number>
  /** Published courses the person teaches. */
  courses(ctx: Context, userId: number): Promise<{ id: number; title: string }[]>
  certificates(ctx: Context, userId: number): Promise<number>
}
