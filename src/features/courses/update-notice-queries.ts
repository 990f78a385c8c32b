import { prepare } from '#database/query/prepare.ts'

export const announcements = {
  of: prepare((q, p: { id: number }) =>
    q.selectFrom('courses').select(['title', 'status', 'enrolled_count', 'announce_at']).where('id', '=', p.id),
  ),

  plan: prepare((q, p: { id: number; announce_at: string }) =>
    q.updateTable('courses').set({ announce_at: p.announce_at }).where('id', '=', p.id),
  ),

  /** The next learners in the order of their enrollment. */
  audience: prepare((q, p: { course_id: number; after: number; most: number }) =>
    q
      .selectFrom('enrollments')
      .select(['id', 'user_id'])
      .where('course_id', '=', p.course_id)
      .where('awaiting_payment', '=', false)
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),
}
