import { sql } from 'kysely'
import { createMembershipQueries } from '#database/membership-queries.ts'
import { asBoolean, jsonObject } from '#database/query/expressions.ts'
import { prepareList } from '#database/query/prepare.ts'
import { examRights } from '../rights.ts'
import type { GradingExam } from './schemas.ts'

export const graders = createMembershipQueries({
  table: 'exam_graders',
  object: 'exam_id',
  columns: [],
  accepts: false,
  isPaged: true,
})

export const gradedExams = {
  /** The exams that a user grades and may open, the newest exam first. Answers of the user wait for others. */
  ofUser: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_graders')
      .innerJoin('exams', 'exams.id', 'exam_graders.exam_id')
      .select(['exam_graders.id', 'exam_graders.added_at'])
      .select((eb) =>
        jsonObject<GradingExam['exam']>({ id: eb.ref('exams.id'), title: eb.ref('exams.title') }).as('exam'),
      )
      .select(
        asBoolean(sql`exists (select 1 from exam_grades where exam_grades.exam_id = exam_graders.exam_id
          and exam_grades.points_hundredths is null and exam_grades.user_id <> ${p.user_id})`).as('waiting'),
      )
      .where('exam_graders.user_id', '=', p.user_id)
      .where('exams.deleted_at', 'is', null)
      .where(examRights.allows('find', { actor_id: p.user_id }))
      .orderBy('exam_graders.exam_id', 'desc'),
  ),
}
