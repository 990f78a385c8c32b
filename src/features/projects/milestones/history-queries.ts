import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Milestone } from './schemas.ts'

interface Change {
  milestone_id: number
  changed_by: number
  from: Milestone['status']
  to: Milestone['status']
  notes: string
  now: string
}

export const milestoneChanges = {
  add: prepare((q, p: Change) =>
    q.insertInto('milestone_changes').values({
      milestone_id: p.milestone_id,
      changed_by: p.changed_by,
      from_status: p.from,
      to_status: p.to,
      notes: p.notes,
      changed_at: p.now,
    }),
  ),

  size: prepare((q, p: { milestone_id: number }) =>
    q.selectFrom('milestone_changes').select(measureRows('notes')).where('milestone_id', '=', p.milestone_id),
  ),

  of: prepare((q, p: { milestone_id: number }) =>
    q
      .selectFrom('milestone_changes')
      .innerJoin('users', 'users.id', 'milestone_changes.changed_by')
      .select(['from_status as from', 'to_status as to', 'notes', 'changed_at'])
      .select((eb) =>
        jsonObject<{ id: number; name: string }>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as(
          'changed_by',
        ),
      )
      .where('milestone_id', '=', p.milestone_id)
      .orderBy('milestone_changes.id'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('milestone_changes')
      .select(['milestone_id', 'from_status as from', 'to_status as to', 'notes', 'changed_at'])
      .where('changed_by', '=', p.user_id)
      .orderBy('id'),
  ),
}
