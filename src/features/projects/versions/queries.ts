import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import { versionRecord } from './record.ts'
import type { ProjectVersion } from './schemas.ts'

const { columns, qualifiedColumns, values } = versionRecord

interface NewRow extends WrittenValues<typeof versionRecord> {
  project_id: number
  file_id: number
  sha256: string
  uploaded_by: number
  now: string
}

const selectVersions = (q: Builder) =>
  q
    .selectFrom('project_versions')
    .innerJoin('files', 'files.id', 'project_versions.file_id')
    .innerJoin('users', 'users.id', 'project_versions.uploaded_by')
    .select([...qualifiedColumns, 'files.size as file_size', 'files.key'])
    .select((eb) =>
      jsonObject<ProjectVersion['uploaded_by']>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as(
        'uploaded_by',
      ),
    )

export const versions = {
  of: prepare((q, p: { project_id: number }) =>
    selectVersions(q).where('project_versions.project_id', '=', p.project_id).orderBy('project_versions.id', 'desc'),
  ),

  size: prepare((q, p: { project_id: number }) =>
    q
      .selectFrom('project_versions')
      .select(measureRows('version_number', 'notes', 'changes_summary'))
      .where('project_id', '=', p.project_id),
  ),

  findLatest: prepare((q, p: { project_id: number }) =>
    q
      .selectFrom('project_versions')
      .innerJoin('files', 'files.id', 'project_versions.file_id')
      .select('files.key')
      .where('project_versions.project_id', '=', p.project_id)
      .orderBy('project_versions.id', 'desc')
      .limit(1),
  ),

  byId: prepare((q, p: { id: number }) => selectVersions(q).where('project_versions.id', '=', p.id)),

  numbered: prepare((q, p: { project_id: number; version_number: string }) =>
    q
      .selectFrom('project_versions')
      .select('id')
      .where('project_id', '=', p.project_id)
      .where('version_number', '=', p.version_number),
  ),

  inProject: prepare((q, p: { id: number; project_id: number }) =>
    selectVersions(q)
      .select('project_versions.file_id')
      .where('project_versions.id', '=', p.id)
      .where('project_versions.project_id', '=', p.project_id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('project_versions').where('id', '=', p.id)),

  add: prepare((q, p: NewRow) =>
    q
      .insertInto('project_versions')
      .values({
        ...values(p),
        project_id: p.project_id,
        file_id: p.file_id,
        sha256: p.sha256,
        uploaded_by: p.uploaded_by,
        uploaded_at: p.now,
      })
      .returning('id'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('project_versions')
      .select([...columns, 'project_id', 'file_id'])
      .where('uploaded_by', '=', p.user_id)
      .orderBy('id'),
  ),
}
