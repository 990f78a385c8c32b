import { addDuration } from '#core/time.ts'
import type { CalendarSource } from '#features/feature.ts'
import { fill } from '#language/sentence.ts'
import { getNameForReviewers } from '../blind.ts'
import { interviews } from './queries.ts'

/** The interviews of a user, as applicant, recruiter or interviewer. They have the UID of their invitations. */
export const interviewCalendar: CalendarSource = {
  scope: 'jobs:read',
  async list(ctx, { user_id, since, most }) {
    const rows = await interviews.latestOfPerson.all(ctx, { user_id, since, most })
    const visible = rows.filter(({ post_hidden_at }) => post_hidden_at === null)
    return visible.map((row) => ({
      uid: row.uid,
      sequence: row.sequence,
      changedAt: row.updated_at,
      summary:
        row.user_id !== user_id
          ? fill('Interview with {name}: {title}', { name: getNameForReviewers(row), title: row.job_post.title })
          : fill('Interview: {title}', { title: row.job_post.title }),
      location: row.location,
      when: { start: row.starts_at, end: addDuration(row.starts_at, { minutes: row.duration_minutes }) },
    }))
  },
}
