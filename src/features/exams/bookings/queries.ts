import { sql } from 'kysely'
import { integerList, jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { examRights } from '../rights.ts'
import type { Booking, BookingItem } from './schemas.ts'

interface Slot {
  exam_id: number
  starts_at: string
  place_key: string
}

/** A slot: a time and a place with the number of taken seats. */
export const examSlots = {
  /** Takes a seat and returns the slot; nothing when it is full. */
  take: prepare((q, p: Slot & { capacity: number }) =>
    q
      .insertInto('exam_slots')
      .values({ exam_id: p.exam_id, starts_at: p.starts_at, place_key: p.place_key, taken: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['exam_id', 'starts_at', 'place_key'])
          .doUpdateSet({ taken: sql<number>`exam_slots.taken + 1` })
          .where('exam_slots.taken', '<', p.capacity),
      )
      .returning('id'),
  ),

  giveBack: prepare((q, p: { id: number }) =>
    q.updateTable('exam_slots').set({ taken: sql<number>`taken - 1` }).where('id', '=', p.id),
  ),

  /** Removes a slot without bookings, so that booking and canceling leave nothing. */
  removeEmpty: prepare((q, p: { id: number }) =>
    q.deleteFrom('exam_slots').where('id', '=', p.id).where('taken', '<=', 0),
  ),

  /** The bookings of a user, once per slot. */
  releaseAllByUser: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('exam_slots')
      .set({ taken: sql<number>`taken - 1` })
      .where('id', 'in', q.selectFrom('exam_bookings').select('slot_id').where('user_id', '=', p.user_id)),
  ),
}

type NewRow = Omit<Booking, 'id' | 'status'> & { slot_id: number; user_id: number; now: string }

const columns = [
  'exam_bookings.id',
  'exam_bookings.exam_id',
  'exam_bookings.exam_type',
  'exam_bookings.date',
  'exam_bookings.time',
  'exam_bookings.timezone',
  'exam_bookings.location',
  'exam_bookings.status',
  'exam_bookings.starts_at',
] as const

const ofPerson = (q: Builder, p: { user_id: number }) =>
  q
    .selectFrom('exam_bookings')
    .innerJoin('exams', 'exams.id', 'exam_bookings.exam_id')
    .select(columns)
    .select((eb) =>
      jsonObject<BookingItem['exam']>({ id: eb.ref('exams.id'), title: eb.ref('exams.title') }).as('exam'),
    )
    .where('exam_bookings.user_id', '=', p.user_id)
    .orderBy('exam_bookings.starts_at')
    .orderBy('exam_bookings.id')

export const bookings = {
  add: prepare((q, p: NewRow) =>
    q
      .insertInto('exam_bookings')
      .values({
        slot_id: p.slot_id,
        exam_id: p.exam_id,
        user_id: p.user_id,
        exam_type: p.exam_type,
        date: p.date,
        time: p.time,
        timezone: p.timezone,
        location: p.location,
        status: 'confirmed',
        starts_at: p.starts_at,
        reminded_at: null,
        created_at: p.now,
      })
      .returning(columns),
  ),

  inSlot: prepare((q, p: Slot & { user_id: number }) =>
    q
      .selectFrom('exam_bookings')
      .innerJoin('exam_slots', 'exam_slots.id', 'exam_bookings.slot_id')
      .select('exam_bookings.id')
      .where('exam_slots.exam_id', '=', p.exam_id)
      .where('exam_slots.starts_at', '=', p.starts_at)
      .where('exam_slots.place_key', '=', p.place_key)
      .where('exam_bookings.user_id', '=', p.user_id),
  ),

  size: prepare((q, p: { user_id: number }) =>
    q.selectFrom('exam_bookings').select(measureRows()).where('user_id', '=', p.user_id),
  ),

  ofUser: prepareList(
    (q, p: { user_id: number; exam_id?: number | undefined; since?: string | undefined }) => {
      let list = ofPerson(q, p).where(examRights.allows('attend', { actor_id: p.user_id }))
      if (p.exam_id !== undefined) list = list.where('exam_bookings.exam_id', '=', p.exam_id)
      return p.since === undefined ? list : list.where('exam_bookings.starts_at', '>', p.since)
    },
    { optional: ['exam_id', 'since'] },
  ),

  listByUser: prepare((q, p: { user_id: number }) => ofPerson(q, p)),

  ofPersonById: prepare((q, p: { id: number; user_id: number }) =>
    q
      .selectFrom('exam_bookings')
      .innerJoin('exams', 'exams.id', 'exam_bookings.exam_id')
      .select(columns)
      .select(['exams.title', 'exams.duration_minutes'])
      .where('exam_bookings.id', '=', p.id)
      .where('exam_bookings.user_id', '=', p.user_id)
      .where(examRights.allows('attend', { actor_id: p.user_id })),
  ),

  /** The bookings of a person who is taken off the roster. */
  upcomingOfPerson: prepare((q, p: { exam_id: number; user_id: number; now: string }) =>
    q
      .selectFrom('exam_bookings')
      .select('id')
      .where('exam_id', '=', p.exam_id)
      .where('user_id', '=', p.user_id)
      .where('starts_at', '>', p.now)
      .orderBy('id'),
  ),

  remove: prepare((q, p: { id: number; user_id: number }) =>
    q.deleteFrom('exam_bookings').where('id', '=', p.id).where('user_id', '=', p.user_id).returning('slot_id'),
  ),

  removeByExam: prepare((q, p: { exam_id: number }) => q.deleteFrom('exam_bookings').where('exam_id', '=', p.exam_id)),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('exam_bookings').where('user_id', '=', p.user_id)),

  nextUnreminded: prepare((q, p: { after: string }) =>
    q
      .selectFrom('exam_bookings')
      .select('starts_at as moment')
      .where('reminded_at', 'is', null)
      .where('starts_at', '>', p.after)
      .orderBy('starts_at')
      .limit(1),
  ),

  /** Bookings that begin soon and have no reminder yet, earliest first. */
  unreminded: prepare((q, p: { now: string; until: string; most: number }) =>
    q
      .selectFrom('exam_bookings')
      .innerJoin('exams', 'exams.id', 'exam_bookings.exam_id')
      .select(['exam_bookings.id', 'exam_bookings.user_id', 'exam_bookings.exam_id', 'exams.title'])
      .select(['exam_bookings.starts_at', 'exam_bookings.location', 'exam_bookings.timezone'])
      .where('exam_bookings.reminded_at', 'is', null)
      .where('exams.publication_status', '=', 'published')
      .where(examRights.allows('attend', { actor_id: sql.ref('exam_bookings.user_id') }))
      .where('exam_bookings.starts_at', '>', p.now)
      .where('exam_bookings.starts_at', '<=', p.until)
      .orderBy('exam_bookings.starts_at')
      .orderBy('exam_bookings.id')
      .limit(p.most),
  ),

  markReminded: prepare((q, p: { ids: number[]; now: string }) =>
    q.updateTable('exam_bookings').set({ reminded_at: p.now }).where('id', 'in', integerList(p.ids)),
  ),
}
