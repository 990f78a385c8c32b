import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { noteRecord } from './record.ts'

const { newRow, qualifiedColumns, values } = noteRecord

type Content = WrittenValues<typeof noteRecord> & { now: string }

const selectNotes = (q: Builder) =>
  q
    .selectFrom('application_notes')
    .innerJoin('users', 'users.id', 'application_notes.user_id')
    .select(qualifiedColumns)
    .select('application_notes.user_id')
    .select((eb) =>
      jsonObject<{ id: number; name: string }>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('author'),
    )

export const notes = {
  of: prepare((q, p: { application_id: number }) =>
    selectNotes(q).where('application_notes.application_id', '=', p.application_id).orderBy('application_notes.id'),
  ),

  size: prepare((q, p: { application_id: number }) =>
    q.selectFrom('application_notes').select(measureRows('text')).where('application_id', '=', p.application_id),
  ),

  byId: prepare((q, p: { id: number; application_id: number }) =>
    selectNotes(q)
      .where('application_notes.id', '=', p.id)
      .where('application_notes.application_id', '=', p.application_id),
  ),

  add: prepare((q, p: Content & { application_id: number; user_id: number }) =>
    q
      .insertInto('application_notes')
      .values(newRow(p, { created_at: p.now, updated_at: p.now }))
      .returning('id'),
  ),

  change: prepare((q, p: Content & { id: number }) =>
    q
      .updateTable('application_notes')
      .set({ ...values(p), updated_at: p.now })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('application_notes').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectNotes(q).where('application_notes.user_id', '=', p.user_id).orderBy('application_notes.id'),
  ),

  /** Removes the notes of an author whose account is deleted. */
  removeByUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('application_notes').where('user_id', '=', p.user_id),
  ),

  /** Removes what was noted about an applicant whose account is deleted. */
  removeAboutUser: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('application_notes')
      .where(
        'application_id',
        'in',
        q.selectFrom('job_applications').select('id').where('job_applications.user_id', '=', p.user_id),
      ),
  ),
}
