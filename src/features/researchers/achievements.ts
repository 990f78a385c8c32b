import type { AnyContext, Context } from '#context.ts'
import type { Evidence } from './profiles/schemas.ts'

/** What other features know about a researcher; `app.ts` passes it in. */
export interface Achievements {
  /** Counts the courses that the user has completed with all lessons. */
  completedCourses(ctx: AnyContext, userId: number): Promise<number>
  /** Lists the published courses of the user. */
  courses(ctx: Context, userId: number): Promise<{ id: number; title: string }[]>
  certificates(ctx: Context, userId: number): Promise<number>
  /** Lists what the user has proven, the heaviest first. */
  evidence(ctx: Context, userId: number): Promise<Evidence[]>
}
