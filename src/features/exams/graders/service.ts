import type { Context } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, permit } from '#core/problem.ts'
import { defineMembership } from '#features/memberships/index.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { getManagedExam } from '../access.ts'
import { getGradedExam } from './access.ts'
import { gradedExams, graders } from './queries.ts'
import type { GraderQuery } from './schemas.ts'

const most = 100
export const graderLimit = defineListLimit('user_id', most, fill('An exam has at most {most} graders.', { most }))

export const alreadyGrades = createFieldProblem('user_id', 'This person is already a grader.')
export const ownerGrades = createFieldProblem('user_id', 'The owner of the exam grades it anyway.')

/** People who grade answers of an exam. The grades that they gave stay when they leave. */
export const examGraders = defineMembership({
  queries: graders,
  name: 'exam',
  content: 'exam',
  limit: graderLimit,
  ownerProblem: ownerGrades,
  memberProblem: alreadyGrades,
  async find(ctx, id, act) {
    if (act === 'add') return getManagedExam(ctx, id)
    const { exam, isManager } = await getGradedExam(ctx, id)
    permit(act === 'list' || isManager)
    return exam
  },
  getOwnerId: ({ owner_id }) => owner_id,
  present: (grader) => grader,
  notify: (tx, { object: exam, member }) =>
    notify(tx, member.user_id, 'exam_reminder', {
      title: 'You are a grader',
      message: fill('You can grade answers of {title}.', { title: exam.title }),
      data: { url: `/exams/${exam.id}/grading`, action: 'view_exam' },
      event: `exam_grader:${member.id}`,
    }),
})

/** Lists the exams that the actor grades as a grader. */
export const listGradingExams = (ctx: Context, query: GraderQuery) =>
  page(ctx, query, (ctx, slice) => gradedExams.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice }))
