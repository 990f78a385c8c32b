import type { CalendarSource } from '#features/feature.ts'
import { fill } from '#language/sentence.ts'
import { nameForJudges } from '../blind.ts'
import { interviews } from './queries.ts'

/** The interviews of a user, as applicant, recruiter or interviewer. They have the UID of their invitations. */
export const interviewCalendar: CalendarSource = {
  scope: 'jobs:read',
  async list(ctx, userId, since) {
    const rows = await interviews.listByUser.all(ctx, { user_id: userId })
    return rows
      .filter(({ starts_at, post_hidden_at }) => starts_at >= since && post_hidden_at === null)
      .map((row) => ({
        uid: row.uid,
        sequence: row.sequence,
        changedAt: row.updated_at,
        summary:
          row.user_id !== userId
            ? fill('Interview with {name}: {title}', { name: nameForJudges(row), title: row.job_post.title })
            : fill('Interview: {title}', { title: row.job_post.title }),
        location: row.location,
        when: { start: row.starts_at, end: addMinutes(row.starts_at, row.duration_minutes) },
      }))
  },
}

const addMinutes = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * 60_000).toISOString()
