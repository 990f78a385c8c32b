import { sql } from 'kysely'
import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { projectRecord } from './record.ts'
import type { Project } from './schemas.ts'

const { columns, qualifiedColumns, values } = projectRecord

/** The columns that a member writes. */
export type ProjectText = WrittenValues<typeof projectRecord>

type Row = ProjectText & { title_key: string; field_key: string; due_on: string; now: string }

/** The columns of `Project` for the actor. */
export const selectProjectsSeenBy = (q: Builder, p: { actor_id: number }) =>
  q
    .selectFrom('projects')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .leftJoin('project_collaborators as own', (join) =>
      join.onRef('own.project_id', '=', 'projects.id').on('own.user_id', '=', p.actor_id),
    )
    .leftJoin('files as scopes', 'scopes.id', 'projects.scope_document_id')
    .select(qualifiedColumns)
    .select(['projects.owner_id', 'projects.scope_document_id', 'projects.hidden_at'])
    .select([
      'own.can_edit',
      'own.can_upload_versions',
      'own.can_manage_milestones',
      'scopes.key as scope_document_key',
    ])
    .select((eb) => [
      jsonObject<Project['owner']>({
        id: eb.ref('owners.id'),
        name: eb.ref('owners.name'),
        profile_photo: eb.ref('owners.profile_photo'),
      }).as('owner'),
      sql<number>`(select count(*) from milestones where milestones.project_id = projects.id)`.as('milestones_count'),
      sql<number>`(select count(*) from milestones
        where milestones.project_id = projects.id and milestones.status = 'completed')`.as('milestones_completed'),
      sql<number>`(select count(*) from project_collaborators
        where project_collaborators.project_id = projects.id)`.as('collaborators_count'),
    ])

/** Projects without collaborators; they are deleted with the account. */
const selectUnshared = (q: Builder, p: { user_id: number }) =>
  q
    .selectFrom('projects')
    .where('projects.owner_id', '=', p.user_id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('project_collaborators')
            .select('project_collaborators.id')
            .whereRef('project_collaborators.project_id', '=', 'projects.id'),
        ),
      ),
    )

export const projects = {
  byId: prepare((q, p: { actor_id: number; id: number }) => selectProjectsSeenBy(q, p).where('projects.id', '=', p.id)),

  add: prepare((q, p: Row & { owner_id: number }) =>
    q
      .insertInto('projects')
      .values({ ...columnValues(p), owner_id: p.owner_id, scope_document_type: '', created_at: p.now })
      .returning('id'),
  ),

  update: prepare((q, p: Row & { id: number }) =>
    q.updateTable('projects').set(columnValues(p)).where('id', '=', p.id),
  ),

  size: prepare((q, p: { owner_id: number }) =>
    q.selectFrom('projects').select(measureRows()).where('owner_id', '=', p.owner_id),
  ),

  setScopeDocument: prepare((q, p: { id: number; file_id: number | null; type: string; now: string }) =>
    q
      .updateTable('projects')
      .set({ scope_document_id: p.file_id, scope_document_type: p.type, updated_at: p.now })
      .where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('projects').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('projects')
      .select([...columns, 'scope_document_type'])
      .where('owner_id', '=', p.user_id)
      .orderBy('id'),
  ),

  listUnshared: prepare((q, p: { user_id: number }) => selectUnshared(q, p).select(['id', 'visibility'])),

  removeUnshared: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('projects').where('id', 'in', selectUnshared(q, p).select('id')),
  ),
}

const columnValues = (p: Row) => ({
  ...values(p),
  title_key: p.title_key,
  field_key: p.field_key,
  due_on: p.due_on,
  updated_at: p.now,
})

const scopeDocuments = (projects: ReturnType<typeof selectUnshared>) =>
  projects
    .select((eb) => eb.ref('projects.scope_document_id').$notNull().as('file_id'))
    .where('projects.scope_document_id', 'is not', null)

/** The files of projects that are deleted. */
export const projectFiles = {
  of: prepare((q, p: { id: number }) =>
    q
      .selectFrom('project_versions')
      .select('file_id')
      .where('project_id', '=', p.id)
      .unionAll(scopeDocuments(q.selectFrom('projects').where('projects.id', '=', p.id))),
  ),

  listUnshared: prepare((q, p: { user_id: number }) =>
    selectUnshared(q, p)
      .innerJoin('project_versions', 'project_versions.project_id', 'projects.id')
      .select('project_versions.file_id')
      .unionAll(scopeDocuments(selectUnshared(q, p))),
  ),
}
