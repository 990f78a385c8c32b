/** Projects with their members, versions and milestones. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { collaboratorLimit, milestoneHistoryLimit, milestoneLimit, versionLimit } from '#features/projects/index.ts'
import { MilestoneStatus, milestoneRecord } from '#features/projects/milestones/record.ts'
import { projectRecord } from '#features/projects/record.ts'
import { versionRecord } from '#features/projects/versions/record.ts'
import { projectTotals } from './derived-queries.ts'
import { atImport, defineImport, importOf } from './import-of.ts'
import { never } from './table.ts'

const Path = Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson.' })

export const projects = importOf(projectRecord, {
  description: 'One project a line.',
  extra: { scope_document: nullable(Path) },
  bounds: { title: 255, description: 50_000 },
  defaults: { description: '', status: 'active' },
  computed: ['scope_document_id', 'scope_document_type', 'title_key', 'field_key', 'due_on'],
  references: { owner_id: 'users' },
  paths: ['scope_document'],
  following: { scope_document_id: 'scope_document' },
  convert: (row, { files }) => ({
    scope_document_id: files.get(row.scope_document)?.file_id ?? null,
    scope_document_type: '',
    title_key: sortKey(row.title),
    field_key: sortKey(row.field),
    due_on: row.end_date ?? never.slice(0, 10),
  }),
  async derive(tx, rows) {
    const owners = { ids: [...new Set(rows.map(({ owner_id }) => owner_id))] }
    await projectTotals.clear.run(tx, owners)
    await projectTotals.count.run(tx, owners)
  },
})

export const projectVersions = importOf(versionRecord, {
  description: 'One version of a project a line.',
  extra: { file: Path },
  bounds: { notes: 50_000, changes_summary: 50_000 },
  defaults: { uploaded_at: atImport },
  computed: ['file_id', 'sha256'],
  references: { project_id: 'projects', uploaded_by: 'users' },
  limits: [{ column: 'project_id', most: versionLimit.maxRows, texts: ['version_number', 'notes', 'changes_summary'] }],
  paths: ['file'],
  following: { file_id: 'file' },
  unique: 'the same project_id and version_number',
  uniqueKeys: [{ columns: ['project_id', 'version_number'] }],
  convert: ({ file }, { files }) => ({ file_id: files.get(file)?.file_id, sha256: files.get(file)?.sha256 }),
  finish: 'refresh_proofs',
})

export const milestones = importOf(milestoneRecord, {
  description: 'One milestone of a project a line.',
  bounds: { title: 255, description: 50_000, completion_criteria: 50_000 },
  references: { project_id: 'projects' },
  limits: [
    { column: 'project_id', most: milestoneLimit.maxRows, texts: ['title', 'description', 'completion_criteria'] },
  ],
})

export const milestoneChanges = defineImport({
  name: 'milestone_changes',
  description: 'A former change of the status of a milestone, one a line.',
  columns: {
    id: Id,
    milestone_id: Id,
    changed_by: Id,
    from_status: MilestoneStatus,
    to_status: MilestoneStatus,
    notes: Type.String({ maxLength: 2_000 }),
    changed_at: DateTime,
  },
  references: { milestone_id: 'milestones', changed_by: 'users' },
  limits: [{ column: 'milestone_id', most: milestoneHistoryLimit.maxRows, texts: ['notes'] }],
  defaults: { notes: '' },
})

export const projectCollaborators = defineImport({
  name: 'project_collaborators',
  description: 'One collaborator of a project a line.',
  columns: {
    id: Id,
    project_id: Id,
    user_id: Id,
    role: Type.String({ maxLength: 255 }),
    can_edit: Type.Boolean(),
    can_upload_versions: Type.Boolean(),
    can_manage_milestones: Type.Boolean(),
    added_at: DateTime,
    accepted_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the person accepted; null until then, and `added_at` unless given.',
      }),
    ),
  },
  references: { project_id: 'projects', user_id: 'users' },
  limits: [{ column: 'project_id', most: collaboratorLimit.maxRows, texts: ['role'] }],
  unique: 'the same project_id and user_id',
  uniqueKeys: [{ columns: ['project_id', 'user_id'] }],
  defaults: {
    ...{ role: 'member', can_edit: false, can_upload_versions: false, can_manage_milestones: false },
    added_at: atImport,
    accepted_at: ({ accepted_at, added_at }, { now }) => (accepted_at === null ? null : (added_at ?? now)),
  },
})
