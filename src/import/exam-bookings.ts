/** Seats that people have booked at exams. */

import { Type } from 'typebox'
import { CalendarDate, Id, TimeZone } from '#core/schema.ts'
import { foldLine } from '#core/text-normalization.ts'
import { getMomentInTimezone } from '#core/time-zone.ts'
import { prepareBulkInsert } from '#database/query/bulk.ts'
import { type SlotName, slots } from './appointment-queries.ts'
import { defineImport } from './import-of.ts'
import { Created, type ImportRow, Line } from './table.ts'

const addSlots = prepareBulkInsert(
  'exam_slots',
  { exam_id: 'integer', starts_at: 'timestamp', place_key: 'text', taken: 'integer' },
  ['id'],
)
const addStandings = prepareBulkInsert(
  'exam_standings',
  { user_id: 'integer', exam_id: 'integer', attempts_made: 'integer', attempts_used: 'integer' },
  ['user_id', 'exam_id'],
)

const toName = ({ exam_id, starts_at, place_key }: SlotName | ImportRow) =>
  JSON.stringify([exam_id, starts_at, place_key])

export const examBookings = defineImport({
  name: 'exam_bookings',
  description:
    'One booked seat a line. Bookings of the same exam, time and location share a slot, whose ' +
    'capacity is not checked. Seats in the past are not reminded of.',
  columns: {
    id: Id,
    exam_id: Id,
    user_id: Id,
    exam_type: Type.String({ maxLength: 50, line: true, description: 'The kind of exam, in free words.' }),
    date: CalendarDate,
    time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$', description: '`HH:MM` or `HH:MM:SS`.' }),
    timezone: Type.Unsafe<string>({
      ...TimeZone,
      description: 'An IANA name: where date and time are meant; UTC unless given.',
    }),
    location: Line(200),
    created_at: Created,
  },
  references: { exam_id: 'exams', user_id: 'users' },
  following: { slot_id: 'exam_id' },
  unique: 'the same exam_id, date, time, location and user_id',
  defaults: { exam_type: '', timezone: 'UTC' },
  computed: { slot_id: 'integer', status: 'text', starts_at: 'timestamp' },
  async complete([tx], rows) {
    const named = rows.map((row) => ({
      row,
      name: {
        exam_id: row.exam_id,
        starts_at: getMomentInTimezone(row.date, row.time, row.timezone ?? 'UTC'),
        place_key: foldLine(row.location),
      },
    }))
    const names = [...new Map(named.map(({ name }) => [toName(name), name])).values()]
    await addSlots.all(tx, { rows: names.map((name) => ({ ...name, taken: 0 })) })
    const stored = await slots.byNames.all(tx, { rows: names })
    const idOf = new Map(stored.map((slot) => [toName(slot), slot.id]))
    for (const { row, name } of named) Object.assign(row, { ...name, slot_id: idOf.get(toName(name)) })
    return new Map()
  },
  convert: () => ({ status: 'confirmed' }),
  async derive(tx, rows) {
    await slots.countSeats.run(tx, { ids: [...new Set<number>(rows.map(({ slot_id }) => slot_id))] })
    const standings = rows.map(({ user_id, exam_id }) => ({ user_id, exam_id, attempts_made: 0, attempts_used: 0 }))
    await addStandings.all(tx, { rows: standings })
  },
})
