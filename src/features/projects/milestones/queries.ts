import { sql } from 'kysely'
import { columnNames } from '#core/schema.ts'
import { castTimestamp, jsonRows, measureRows, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { Milestone } from './schemas.ts'

/** The columns that a member writes. */
export type MilestoneText = Omit<Milestone, 'id'>

const columns = columnNames(Milestone)

const inProject = (q: Builder, p: { project_id: number }) =>
  q.selectFrom('milestones').select(columns).where('project_id', '=', p.project_id)

const due = sql`given.value->>'due_date'`
const completedAt = sql`given.value->>'completed_at'`

/** The values of the columns below, for each row of a JSON parameter, in order. */
const selectValues = (p: { project_id: number; rows: MilestoneText[] }) =>
  sql`select cast(${p.project_id} as bigint), given.value->>'title', given.value->>'description',
    ${perEngine({ sqlite: due, postgres: sql`cast(${due} as date)` })}, given.value->>'status',
    given.value->>'completion_criteria', ${castTimestamp(completedAt)}, cast(given.value->>'order' as bigint)
    from ${jsonRows(p.rows)} as given where true`

export const milestones = {
  of: prepare((q, p: { project_id: number }) => inProject(q, p).orderBy('order').orderBy('id')),

  inProject: prepare((q, p: { project_id: number; id: number }) => inProject(q, p).where('id', '=', p.id)),

  size: prepare((q, p: { project_id: number }) =>
    q
      .selectFrom('milestones')
      .select(measureRows('title', 'description', 'completion_criteria'))
      .where('project_id', '=', p.project_id),
  ),

  lastOrder: prepare((q, p: { project_id: number }) =>
    q
      .selectFrom('milestones')
      .select(sql<number>`coalesce(max("order"), 0)`.as('order'))
      .where('project_id', '=', p.project_id),
  ),

  addAll: prepare((q, p: { project_id: number; rows: MilestoneText[] }) =>
    q
      .insertInto('milestones')
      .columns([
        'project_id',
        'title',
        'description',
        'due_date',
        'status',
        'completion_criteria',
        'completed_at',
        'order',
      ])
      .expression(selectValues(p))
      .returning(columns),
  ),

  update: prepare((q, p: Milestone) =>
    q
      .updateTable('milestones')
      .set({
        title: p.title,
        description: p.description,
        due_date: p.due_date,
        status: p.status,
        completion_criteria: p.completion_criteria,
        completed_at: p.completed_at,
        order: p.order,
      })
      .where('id', '=', p.id)
      .returning(columns),
  ),

  remove: prepare((q, p: { project_id: number; id: number }) =>
    q.deleteFrom('milestones').where('project_id', '=', p.project_id).where('id', '=', p.id).returning('id'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('milestones')
      .innerJoin('projects', 'projects.id', 'milestones.project_id')
      .select(['milestones.id', 'milestones.project_id', 'milestones.title', 'milestones.description'])
      .select(['milestones.due_date', 'milestones.status', 'milestones.completion_criteria'])
      .select(['milestones.completed_at', 'milestones.order'])
      .where('projects.owner_id', '=', p.user_id)
      .orderBy('milestones.id'),
  ),
}
