/** The time zone in which the dates of an exam are shown, and in which its bookings are made. */

import { type Migration, text } from './schema.ts'

export const examZones: Migration = {
  name: '0074-exam-zones',
  up(schema) {
    schema.addColumn('exams', 'timezone', text().default('UTC'))
    // That of the exam when the slot was booked, in which its date and time are meant.
    schema.addColumn('exam_bookings', 'timezone', text().default('UTC'))
  },
}
