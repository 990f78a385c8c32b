import { type Builder, prepare } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { certificateRecord } from './record.ts'

const { columns, newRow } = certificateRecord

type NewRow = Omit<NewRowOf<typeof certificateRecord>, 'original_code' | 'issued_at' | 'revoked_at'> & { now: string }

const selectCertificates = (q: Builder) => q.selectFrom('certificates').select(columns)

export const certificates = {
  /** Returns nothing when the certificate exists. */
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('certificates')
      .values(newRow(p, { original_code: null, issued_at: p.now, revoked_at: null }))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'verification_code']),
  ),

  byId: prepare((q, p: { id: number }) => selectCertificates(q).where('id', '=', p.id)),

  byCode: prepare((q, p: { verification_code: string }) =>
    selectCertificates(q).where('verification_code', '=', p.verification_code),
  ),

  ofExam: prepare((q, p: { user_id: number; exam_id: number }) =>
    selectCertificates(q).where('user_id', '=', p.user_id).where('exam_id', '=', p.exam_id),
  ),

  ofCourse: prepare((q, p: { user_id: number; course_id: number }) =>
    selectCertificates(q).where('user_id', '=', p.user_id).where('course_id', '=', p.course_id),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    selectCertificates(q).where('user_id', '=', p.user_id).orderBy('id', 'desc'),
  ),

  countByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('certificates')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('user_id', '=', p.user_id)
      .where('revoked_at', 'is', null),
  ),

  last: prepare((q) => q.selectFrom('certificates').select('id').orderBy('id', 'desc').limit(1)),

  countRevoked: prepare((q, p: { first: number; end: number }) =>
    q
      .selectFrom('certificates')
      .select((e) => [e.fn.countAll<number>().as('total'), e.fn.max('revoked_at').as('newest')])
      .where('revoked_at', 'is not', null)
      .where('id', '>=', p.first)
      .where('id', '<', p.end),
  ),

  revokedBetween: prepare((q, p: { first: number; end: number }) =>
    q
      .selectFrom('certificates')
      .select('id')
      .where('revoked_at', 'is not', null)
      .where('id', '>=', p.first)
      .where('id', '<', p.end)
      .orderBy('id'),
  ),

  /** The first revocation is kept. */
  revoke: prepare((q, p: { id: number; reason: string; now: string }) =>
    q
      .updateTable('certificates')
      .set({ revoked_at: p.now, revocation_reason: p.reason })
      .where('id', '=', p.id)
      .where('revoked_at', 'is', null),
  ),

  /** Takes back a revocation with this reason; those of administrators have others. */
  restore: prepare((q, p: { user_id: number; exam_id: number; reason: string }) =>
    q
      .updateTable('certificates')
      .set({ revoked_at: null, revocation_reason: '' })
      .where('user_id', '=', p.user_id)
      .where('exam_id', '=', p.exam_id)
      .where('revocation_reason', '=', p.reason)
      .where('revoked_at', 'is not', null),
  ),

  anonymise: prepare((q, p: { user_id: number }) =>
    q.updateTable('certificates').set({ name: null, revocation_reason: '' }).where('user_id', '=', p.user_id),
  ),

  anonymiseAuthor: prepare((q, p: { author_id: number }) =>
    q.updateTable('certificates').set({ author_id: null, author_name: null }).where('author_id', '=', p.author_id),
  ),
}
