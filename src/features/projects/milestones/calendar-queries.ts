import { sql } from 'kysely'
import { type Builder, prepare } from '#database/query/prepare.ts'

interface CalendarPeriod {
  user_id: number
  /** Calendar dates. */
  since: string
  today: string
  most: number
}

const selectDue = (q: Builder, p: CalendarPeriod) =>
  q
    .selectFrom('milestones')
    .innerJoin('projects', 'projects.id', 'milestones.project_id')
    .select(['milestones.id', 'milestones.title', 'milestones.due_date', 'projects.title as project'])
    .select('projects.updated_at as changed_at')
    .where('milestones.status', '!=', 'completed')
    .where('milestones.due_date', '>=', p.since)
    .orderBy(sql`case when milestones.due_date >= ${p.today} then 0 else 1 end`)
    .orderBy(sql`case when milestones.due_date >= ${p.today} then milestones.due_date end`)
    .orderBy('milestones.due_date', 'desc')
    .orderBy('milestones.id')
    .limit(p.most)

export const dueMilestones = {
  ofOwner: prepare((q, p: CalendarPeriod) => selectDue(q, p).where('projects.owner_id', '=', p.user_id)),

  /** Invitations that are not accepted, and hidden projects, are left out. */
  ofMember: prepare((q, p: CalendarPeriod) =>
    selectDue(q, p)
      .innerJoin('project_collaborators', 'project_collaborators.project_id', 'projects.id')
      .where('project_collaborators.user_id', '=', p.user_id)
      .where('project_collaborators.accepted_at', 'is not', null)
      .where('projects.hidden_at', 'is', null),
  ),
}
