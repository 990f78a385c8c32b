import { sql } from 'kysely'
import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Permissions } from '../record.ts'
import type { Collaborator } from './schemas.ts'

interface Part extends Permissions {
  role: string
}

const selectCollaborators = (q: Builder, p: { project_id: number }) =>
  q
    .selectFrom('project_collaborators')
    .innerJoin('users', 'users.id', 'project_collaborators.user_id')
    .select([
      'project_collaborators.id',
      'project_collaborators.role',
      'project_collaborators.can_edit',
      'project_collaborators.can_upload_versions',
      'project_collaborators.can_manage_milestones',
      'project_collaborators.added_at',
      'project_collaborators.accepted_at',
    ])
    .select((eb) =>
      jsonObject<Collaborator['user']>({
        id: eb.ref('users.id'),
        name: eb.ref('users.name'),
        email: eb.fn.coalesce('users.email', sql<string>`''`),
        profile_photo: eb.fn.coalesce('users.profile_photo', sql<string>`''`),
      }).as('user'),
    )
    .where('project_collaborators.project_id', '=', p.project_id)

const columnValues = (p: Part) => ({
  role: p.role,
  can_edit: p.can_edit,
  can_upload_versions: p.can_upload_versions,
  can_manage_milestones: p.can_manage_milestones,
})

export const collaborators = {
  of: prepare((q, p: { project_id: number }) => selectCollaborators(q, p).orderBy('project_collaborators.id')),

  inProject: prepare((q, p: { project_id: number; id: number }) =>
    selectCollaborators(q, p).where('project_collaborators.id', '=', p.id),
  ),

  size: prepare((q, p: { project_id: number }) =>
    q.selectFrom('project_collaborators').select(measureRows('role')).where('project_id', '=', p.project_id),
  ),

  withUser: prepare((q, p: { project_id: number; user_id: number }) =>
    q
      .selectFrom('project_collaborators')
      .select('id')
      .where('project_id', '=', p.project_id)
      .where('user_id', '=', p.user_id),
  ),

  add: prepare((q, p: Part & { project_id: number; user_id: number; now: string }) =>
    q
      .insertInto('project_collaborators')
      .values({ ...columnValues(p), project_id: p.project_id, user_id: p.user_id, added_at: p.now })
      .returning('id'),
  ),

  update: prepare((q, p: Part & { id: number }) =>
    q.updateTable('project_collaborators').set(columnValues(p)).where('id', '=', p.id),
  ),

  /** The first acceptance is kept. */
  accept: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('project_collaborators')
      .set({ accepted_at: p.now })
      .where('id', '=', p.id)
      .where('accepted_at', 'is', null),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('project_collaborators').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('project_collaborators')
      .select(['id', 'project_id', 'role', 'can_edit', 'can_upload_versions', 'can_manage_milestones'])
      .select(['added_at', 'accepted_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('project_id'),
  ),

  removeUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('project_collaborators').where('user_id', '=', p.user_id),
  ),
}
