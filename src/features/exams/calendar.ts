import { addDuration } from '#core/time.ts'
import type { CalendarSource } from '#features/feature.ts'
import { fill } from '#language/sentence.ts'
import { examDates } from './calendar-queries.ts'

/** The booked exams of a user, and the ends of running attempts. */
export const examCalendar: CalendarSource = {
  scope: 'exams:read',
  async list(ctx, { user_id, since, most }) {
    const booked = await examDates.booked.all(ctx, { user_id, since, most })
    const closing = await examDates.closing.all(ctx, { user_id, most })
    return [
      ...booked.map(({ id, title, starts_at, duration_minutes, location, created_at }) => ({
        uid: `booking-${id}`,
        sequence: 0,
        changedAt: created_at,
        summary: fill('Exam: {title}', { title }),
        location,
        when: { start: starts_at, end: addDuration(starts_at, { minutes: duration_minutes }) },
      })),
      ...closing.map(({ id, title, started_at, expires_at }) => ({
        uid: `attempt-${id}`,
        sequence: 0,
        changedAt: started_at,
        summary: fill('Your attempt at {title} ends', { title }),
        location: '',
        when: { start: expires_at, end: expires_at },
      })),
    ]
  },
}
