/** The time zone in which the dates of an exam are shown, and in which its bookings are made. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { type Migration, text } from './schema.ts'

/** What the change feed follows besides. */
export const zoneObjects: readonly TrackedObject[] = [
  { table: 'exams', kind: 'exam', columns: ['timezone'], onlyUpdates: true },
]

export const examZones: Migration = {
  name: '0074-exam-zones',
  up(schema) {
    schema.addColumn('exams', 'timezone', text().default('UTC'))
    // That of the exam when the slot was booked, in which its date and time are meant.
    schema.addColumn('exam_bookings', 'timezone', text().default('UTC'))
    createObjectTriggers(schema, 'zone', zoneObjects)
  },
}
