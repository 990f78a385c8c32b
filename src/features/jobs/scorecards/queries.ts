import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { scorecardRecord } from './record.ts'

const { newRow, qualifiedColumns, values } = scorecardRecord

type Content = WrittenValues<typeof scorecardRecord> & { now: string }

const selectScorecards = (q: Builder) =>
  q
    .selectFrom('scorecards')
    .innerJoin('users', 'users.id', 'scorecards.user_id')
    .select(qualifiedColumns)
    .select('scorecards.user_id')
    .select((eb) =>
      jsonObject<{ id: number; name: string }>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('reviewer'),
    )

export const scorecards = {
  of: prepare((q, p: { application_id: number }) =>
    selectScorecards(q).where('scorecards.application_id', '=', p.application_id).orderBy('scorecards.id'),
  ),

  size: prepare((q, p: { application_id: number }) =>
    q.selectFrom('scorecards').select(measureRows('ratings', 'notes')).where('application_id', '=', p.application_id),
  ),

  byId: prepare((q, p: { id: number; application_id: number }) =>
    selectScorecards(q).where('scorecards.id', '=', p.id).where('scorecards.application_id', '=', p.application_id),
  ),

  find: prepare((q, p: { application_id: number; user_id: number }) =>
    q
      .selectFrom('scorecards')
      .select('id')
      .where('application_id', '=', p.application_id)
      .where('user_id', '=', p.user_id),
  ),

  add: prepare((q, p: Content & { application_id: number; user_id: number }) =>
    q
      .insertInto('scorecards')
      .values(newRow(p, { created_at: p.now, updated_at: p.now }))
      .returning('id'),
  ),

  change: prepare((q, p: Content & { id: number }) =>
    q
      .updateTable('scorecards')
      .set({ ...values(p), updated_at: p.now })
      .where('id', '=', p.id),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectScorecards(q).where('scorecards.user_id', '=', p.user_id).orderBy('scorecards.id'),
  ),

  /** Removes what was written about an applicant whose account is deleted. */
  removeAboutUser: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('scorecards')
      .where(
        'application_id',
        'in',
        q.selectFrom('job_applications').select('id').where('job_applications.user_id', '=', p.user_id),
      ),
  ),
}
