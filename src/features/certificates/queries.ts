import { prepare } from '../../database/prepare.ts'

interface NewRow {
  user_id: number
  exam_id: number | null
  course_id: number | null
  title: string
  issuer: string
  score: number | null
  verification_code: string
  now: string
}

export const certificates = {
  /** Nothing when there is one already. */
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('certificates')
      .values({
        user_id: p.user_id,
        exam_id: p.exam_id,
        course_id: p.course_id,
        title: p.title,
        issuer: p.issuer,
        score: p.score,
        verification_code: p.verification_code,
        issued_at: p.now,
        revoked: false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'verification_code']),
  ),

  ofExam: prepare((q, p: { user_id: number; exam_id: number }) =>
    q
      .selectFrom('certificates')
      .select(['id', 'verification_code'])
      .where('user_id', '=', p.user_id)
      .where('exam_id', '=', p.exam_id),
  ),

  ofCourse: prepare((q, p: { user_id: number; course_id: number }) =>
    q
      .selectFrom('certificates')
      .select(['id', 'verification_code'])
      .where('user_id', '=', p.user_id)
      .where('course_id', '=', p.course_id),
  ),

  countOf: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('certificates')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('user_id', '=', p.user_id),
  ),
}
