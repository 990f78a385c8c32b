import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { exams } from './queries.ts'
import { examRights } from './rights.ts'

/** An exam with the standing of the actor. */
export type ExamRow = Awaited<ReturnType<typeof exams.byId.one>>

const { may } = examRights

/** Returns the exam. 404 if unknown or a draft of another user. */
export async function getVisibleExam(ctx: AnyContext, id: number): Promise<ExamRow> {
  const exam = await exams.byId.one(ctx, { id, actor_id: ctx.actor.id })
  ensure(may.read(ctx.actor, { ...exam, user_id: exam.owner_id }), notFound)
  return exam
}

/** Returns the exam. 404 if it is not visible, 403 if the actor may not manage it. */
export async function getManagedExam(ctx: AnyContext, id: number): Promise<ExamRow> {
  const exam = await getVisibleExam(ctx, id)
  permit(may.manage(ctx.actor, { user_id: exam.owner_id }))
  return exam
}
