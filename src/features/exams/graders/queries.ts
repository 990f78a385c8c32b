import { sql } from 'kysely'
import { asBoolean, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { examRights } from '../rights.ts'
import type { Grader, GradingExam } from './schemas.ts'

const select = (q: Builder) =>
  q
    .selectFrom('exam_graders')
    .innerJoin('users', 'users.id', 'exam_graders.user_id')
    .select(['exam_graders.id', 'exam_graders.added_at'])
    .select((eb) => jsonObject<Grader['user']>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'))

export const graders = {
  /** Oldest first. */
  ofExam: prepareList((q, p: { exam_id: number }) =>
    select(q).where('exam_graders.exam_id', '=', p.exam_id).orderBy('exam_graders.id'),
  ),

  byId: prepare((q, p: { exam_id: number; id: number }) =>
    select(q)
      .select('exam_graders.user_id')
      .where('exam_graders.exam_id', '=', p.exam_id)
      .where('exam_graders.id', '=', p.id),
  ),

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

  /** Whether the user is one. */
  of: prepare((q, p: { exam_id: number; user_id: number }) =>
    q.selectFrom('exam_graders').select('id').where('exam_id', '=', p.exam_id).where('user_id', '=', p.user_id),
  ),

  add: prepare((q, p: { exam_id: number; user_id: number; now: string }) =>
    q.insertInto('exam_graders').values({ exam_id: p.exam_id, user_id: p.user_id, added_at: p.now }).returning('id'),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('exam_graders').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('exam_graders').select(['exam_id', 'added_at']).where('user_id', '=', p.user_id).orderBy('id'),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) => q.deleteFrom('exam_graders').where('user_id', '=', p.user_id)),
}
