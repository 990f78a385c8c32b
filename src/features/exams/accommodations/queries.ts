import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { Accommodation } from './schemas.ts'

/** What is written of an accommodation. */
export interface AccommodationValues {
  extra_minutes: number
  factor_percent: number
  extra_attempts: number
  available_from: string | null
  available_until: string | null
  note: string
  now: string
}

const columns = [
  ...(['id', 'exam_id', 'user_id', 'extra_minutes', 'factor_percent', 'extra_attempts'] as const),
  ...(['available_from', 'available_until', 'note', 'created_at', 'updated_at'] as const),
] as const
const qualifiedColumns = columns.map((name) => `exam_accommodations.${name}` as const)

const select = (q: Builder) =>
  q
    .selectFrom('exam_accommodations')
    .innerJoin('users', 'users.id', 'exam_accommodations.user_id')
    .select(qualifiedColumns)
    .select((eb) =>
      jsonObject<Accommodation['user']>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'),
    )

const toColumns = (p: AccommodationValues) => ({
  extra_minutes: p.extra_minutes,
  factor_percent: p.factor_percent,
  extra_attempts: p.extra_attempts,
  available_from: p.available_from,
  available_until: p.available_until,
  note: p.note,
  updated_at: p.now,
})

export const accommodations = {
  /** Newest first; those of one user only with `user_id`. */
  ofExam: prepareList(
    (q, p: { exam_id: number; user_id?: number | undefined }) => {
      const list = select(q)
        .where('exam_accommodations.exam_id', '=', p.exam_id)
        .orderBy('exam_accommodations.id', 'desc')
      return p.user_id === undefined ? list : list.where('exam_accommodations.user_id', '=', p.user_id)
    },
    { optional: ['user_id'] },
  ),

  byId: prepare((q, p: { exam_id: number; id: number }) =>
    select(q).where('exam_accommodations.exam_id', '=', p.exam_id).where('exam_accommodations.id', '=', p.id),
  ),

  add: prepare((q, p: AccommodationValues & { exam_id: number; user_id: number }) =>
    q
      .insertInto('exam_accommodations')
      .values({ ...toColumns(p), exam_id: p.exam_id, user_id: p.user_id, created_at: p.now })
      .returning('id'),
  ),

  size: prepare((q, p: { exam_id: number }) =>
    q.selectFrom('exam_accommodations').select(measureRows()).where('exam_id', '=', p.exam_id),
  ),

  update: prepare((q, p: AccommodationValues & { id: number }) =>
    q.updateTable('exam_accommodations').set(toColumns(p)).where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('exam_accommodations').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_accommodations')
      .select(columns.filter((name) => name !== 'note'))
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('exam_accommodations').where('user_id', '=', p.user_id),
  ),
}

export const userAccommodations = {
  /** For the user: without the note. */
  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('user_accommodations')
      .select(['factor_percent', 'updated_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('user_id'),
  ),

  of: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('user_accommodations')
      .select(['factor_percent', 'note', 'updated_at'])
      .where('user_id', '=', p.user_id),
  ),

  set: prepare((q, p: { user_id: number; factor_percent: number; note: string; now: string }) =>
    q
      .insertInto('user_accommodations')
      .values({ user_id: p.user_id, factor_percent: p.factor_percent, note: p.note, updated_at: p.now })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({
          factor_percent: eb.ref('excluded.factor_percent'),
          note: eb.ref('excluded.note'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      ),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('user_accommodations').where('user_id', '=', p.user_id),
  ),
}
