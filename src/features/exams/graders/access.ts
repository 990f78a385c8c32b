import type { AnyContext } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { type ExamRow, getVisibleExam } from '../access.ts'
import { exams } from '../queries.ts'
import { examRights } from '../rights.ts'
import { graders } from './queries.ts'

/** An exam that the actor grades. */
export interface GradedExam {
  exam: ExamRow
  /** Whether the actor is its owner or an administrator. */
  isManager: boolean
}

/** Returns whether the actor is among the graders of the exam, to whom its owner need not belong. */
export const isGrader = async (ctx: AnyContext, examId: number): Promise<boolean> =>
  (await graders.withUser.maybe(ctx, { object_id: examId, user_id: ctx.actor.id })) !== null

/** Returns the exam. 403 if the actor does not grade it, 404 if it is not visible either. Graders see exams for practice too. */
export async function getGradedExam(ctx: AnyContext, id: number): Promise<GradedExam> {
  const is_grader = await isGrader(ctx, id)
  const exam = is_grader ? await exams.byId.one(ctx, { id, actor_id: ctx.actor.id }) : await getVisibleExam(ctx, id)
  const owner = { user_id: exam.owner_id }
  ensure(examRights.may.find(ctx.actor, { ...owner, hidden_at: exam.hidden_at }), notFound)
  permit(examRights.may.grade(ctx.actor, { ...owner, is_grader }))
  return { exam, isManager: examRights.may.manage(ctx.actor, owner) }
}
