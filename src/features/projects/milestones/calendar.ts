import { toDate } from '#core/periods.ts'
import type { CalendarSource } from '#features/feature.ts'
import { fill } from '#language/sentence.ts'
import { dueMilestones } from './calendar-queries.ts'

/** The milestones that are not completed, of the user's projects and of those they work on. */
export const milestoneCalendar: CalendarSource = {
  scope: 'projects:read',
  async list(ctx, { user_id, since, now, most }) {
    const input = { user_id, since: toDate(since), today: toDate(now), most }
    const own = await dueMilestones.ofOwner.inBackground(ctx, input)
    const rows = [...own, ...(await dueMilestones.ofMember.inBackground(ctx, input))]
    return rows.map(({ id, title, project, due_date, changed_at }) => ({
      uid: `milestone-${id}`,
      sequence: 0,
      changedAt: changed_at,
      summary: fill('Milestone: {title} ({project})', { title, project }),
      location: '',
      when: { day: due_date },
    }))
  },
}
