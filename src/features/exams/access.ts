import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { exams } from './exams/queries.ts'
import { may } from './policy.ts'

/** An exam with the standing of the actor. */
export type ExamRow = Awaited<ReturnType<typeof exams.byId.one>>

/** The exam as the actor may see it; 404 when there is none, or when it is a draft of somebody else. */
export async function getVisibleExam(ctx: AnyContext, id: number): Promise<ExamRow> {
  const exam = await exams.byId.one(ctx, { id, actor_id: ctx.actor.id })
  ensure(may.read(ctx.actor, exam), notFound)
  return exam
}

/** The exam for those who manage it: 404 when it cannot be seen, 403 when it is another's. */
export async function getManagedExam(ctx: AnyContext, id: number): Promise<ExamRow> {
  const exam = await getVisibleExam(ctx, id)
  permit(may.manage(ctx.actor, exam))
  return exam
}
