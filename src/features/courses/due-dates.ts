/** Due dates of lessons, in the calendars of learners and as reminders. */

import { type Context, runInTransaction } from '#context.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import type { CalendarSource } from '#features/feature.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { defineTask } from '#platform/tasks.ts'
import { dueLessons } from './due-date-queries.ts'

/** The due dates of a user, of lessons that are not completed. */
export const courseCalendar: CalendarSource = {
  scope: 'courses:read',
  async list(ctx, { user_id, since, most }) {
    const due = await dueLessons.ofUser.all(ctx, { user_id, since, most })
    return due.map(({ enrollment_id, lesson_id, title, course, updated_at, due_at }) => ({
      uid: `lesson-${lesson_id}-of-${enrollment_id}`,
      sequence: 0,
      changedAt: updated_at,
      summary: fill('Due: {title} – {course}', { title, course }),
      location: '',
      when: { start: due_at, end: due_at },
    }))
  },
}

const ahead = { hours: 24 }
const batch = 200

/** Returns when a lesson is next reminded of, within the day after. */
export async function findNextReminder(ctx: Context, after: string): Promise<string | null> {
  const now = addDuration(after, ahead)
  const next = await dueLessons.unreminded.maybe(ctx, { now, until: addDuration(now, ahead), most: 1 })
  return next === null ? null : subtractDuration(next.due_at, ahead)
}

/** Reminds learners a day before a lesson is due that they have not completed, once of each date. */
export const remindOfDueLessons = defineTask<Record<string, never>>({
  kind: 'remind_of_due_lessons',
  async handle(ctx) {
    while ((await remindSome(ctx)) === batch);
  },
})

/** Returns the number of reminders. */
async function remindSome(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  const due = await dueLessons.unreminded.inBackground(ctx, { now, until: addDuration(now, ahead), most: batch })
  if (due.length === 0) return 0
  await runInTransaction(ctx, async (tx) => {
    for (const { user_id, enrollment_id, lesson_id, course_id, title, course, due_at, timezone } of due)
      await notify(tx, user_id, 'course_update', {
        title: 'A lesson is due soon',
        message: fill('{title} of the course {course} is due on {when}.', {
          title,
          course,
          when: { moment: due_at, timezone: timezone ?? tx.config.timezone },
        }),
        data: { url: `/courses/${course_id}`, action: 'view_course' },
        event: `lesson:${lesson_id}:of:${enrollment_id}:due:${due_at}`,
      })
    const rows = due.map(({ enrollment_id, lesson_id, due_at }) => ({ enrollment_id, lesson_id, due_at }))
    await dueLessons.markReminded.run(tx, { rows })
  })
  return due.length
}
