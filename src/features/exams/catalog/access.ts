import type { Context, Transaction } from '#context.ts'
import { ensure, notFound, permit } from '#core/problem.ts'
import { may } from '../policy.ts'
import { exams } from './queries.ts'

/** An exam with the standing of the actor. */
export type ExamRow = Awaited<ReturnType<typeof exams.byId.one>>

/** The exam as the actor may see it; 404 when there is none, or when it is a draft of somebody else. */
export async function visibleExam(reach: Context | Transaction, id: number): Promise<ExamRow> {
  const exam = await exams.byId.one(reach, { id, actor_id: reach.actor.id })
  ensure(may.read(reach.actor, exam), notFound)
  return exam
}

/** The exam for those who manage it: 404 when it cannot be seen, 403 when it is another's. */
export async function managedExam(reach: Context | Transaction, id: number): Promise<ExamRow> {
  const exam = await visibleExam(reach, id)
  permit(may.manage(reach.actor, exam))
  return exam
}
