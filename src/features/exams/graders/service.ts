import { type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import { inviteMember } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { checkUserId } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { getManagedExam } from '../access.ts'
import { getGradedExam } from './access.ts'
import { graders } from './queries.ts'
import type { Grader, GraderQuery, NewGrader } from './schemas.ts'

export const mostGraders = 100

export const alreadyGrades = createFieldProblem('user_id', 'This person is already a grader.')
export const ownerGrades = createFieldProblem('user_id', 'The owner of the exam grades it anyway.')
export const tooManyGraders = createFieldProblem(
  'user_id',
  fill('An exam has at most {most} graders.', { most: mostGraders }),
)

export async function listGraders(ctx: Context, examId: number, query: GraderQuery) {
  await getGradedExam(ctx, examId)
  return page(ctx, query, (ctx, slice) => graders.ofExam.page(ctx, { exam_id: examId, ...slice }))
}

/** Lists the exams that the actor grades as a grader. */
export const listGradingExams = (ctx: Context, query: GraderQuery) =>
  page(ctx, query, (ctx, slice) => graders.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice }))

/** Lets a person grade answers of an exam, and notifies them of it. */
export function addGrader(ctx: Context, examId: number, { user_id }: NewGrader): Promise<Grader> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, examId)
    await checkUserId(tx, { user_id })
    ensure(user_id !== exam.owner_id, ownerGrades)
    const { total } = await graders.ofExam.page(tx, { exam_id: examId, limit: 1, offset: 0 })
    ensure(total < mostGraders, tooManyGraders)
    const { id } = await graders.add.one(tx, { exam_id: examId, user_id, now: tx.clock.now() })
    await inviteMember(tx, {
      group: `exam ${examId}`,
      userId: user_id,
      notify: () =>
        notify(tx, user_id, 'exam_reminder', {
          title: 'You are a grader',
          message: fill('You can grade answers of {title}.', { title: exam.title }),
          data: { url: `/exams/${examId}/grading`, action: 'view_exam' },
          event: `exam:${examId}:grader:${user_id}`,
        }),
    })
    return graders.byId.one(tx, { exam_id: examId, id })
  })
}

/** Removes a grader, or lets the actor leave. The grades that they gave stay. */
export function removeGrader(ctx: Context, examId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const { isManager } = await getGradedExam(tx, examId)
    const { user_id } = await graders.byId.one(tx, { exam_id: examId, id })
    permit(isManager || user_id === tx.actor.id)
    await graders.remove.run(tx, { id })
    describeAuditEvent(tx, { userId: user_id, before: { user_id }, after: null })
  })
}
