import { sql } from 'kysely'
import { addRows } from '#database/query/bulk.ts'
import { measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { milestoneRecord } from './record.ts'

const { columns, values } = milestoneRecord

/** The columns that a member writes, and the completion time, which follows from the status. */
export type MilestoneText = WrittenValues<typeof milestoneRecord> & { completed_at: string | null }

const inProject = (q: Builder, p: { project_id: number }) =>
  q.selectFrom('milestones').select(columns).where('project_id', '=', p.project_id)

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

  addAll: prepare((q, p: { rows: (MilestoneText & { project_id: number })[] }) =>
    addRows(q, milestoneRecord, p.rows).returning(columns),
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
