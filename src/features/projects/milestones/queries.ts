import { sql } from 'kysely'
import { castTimestamp, jsonRows, measureRows, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { milestoneRecord } from './record.ts'

const { columns, values } = milestoneRecord

/** The columns that a member writes, and the completion time, which follows from the status. */
export type MilestoneText = WrittenValues<typeof milestoneRecord> & { completed_at: string | null }

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

  update: prepare((q, p: MilestoneText & { id: number }) =>
    q
      .updateTable('milestones')
      .set({ ...values(p), completed_at: p.completed_at })
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
      .select('milestones.project_id')
      .select(milestoneRecord.qualifiedColumns)
      .where('projects.owner_id', '=', p.user_id)
      .orderBy('milestones.id'),
  ),
}
