/** Projects with their members, versions and milestones. */

import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { sortKey } from '#core/text-normalization.ts'
import { collaboratorLimit, milestoneHistoryLimit, milestoneLimit, versionLimit } from '#features/projects/index.ts'
import { projectTotals } from './derived-queries.ts'
import { type ImportTable, Line, never, optional } from './table.ts'

const Short = Type.String({ maxLength: 255 })
const Long = Type.String({ maxLength: 50_000 })

export const projects: ImportTable = {
  name: 'projects',
  description: 'One project a line.',
  columns: {
    id: Id,
    owner_id: Id,
    title: Line(255),
    description: optional(Long),
    status: optional(oneOf('planning', 'active', 'on_hold', 'completed', 'archived')),
    visibility: optional(oneOf('private', 'public')),
    field: optional(Type.String({ maxLength: 100, line: true })),
    start_date: optional(nullable(CalendarDate)),
    end_date: optional(nullable(CalendarDate)),
    scope_document: optional(nullable(Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson.' }))),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { owner_id: 'users' },
  paths: ['scope_document'],
  following: { scope_document_id: 'scope_document' },
  stored: {
    id: 'integer',
    owner_id: 'integer',
    title: 'text',
    description: 'text',
    status: 'text',
    visibility: 'text',
    field: 'text',
    start_date: 'calendarDate',
    end_date: 'calendarDate',
    scope_document_id: 'integer',
    scope_document_type: 'text',
    title_key: 'text',
    field_key: 'text',
    due_on: 'calendarDate',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now, files }) => ({
    ...row,
    description: row.description ?? '',
    status: row.status ?? 'active',
    visibility: row.visibility ?? 'private',
    field: row.field ?? '',
    start_date: row.start_date ?? null,
    end_date: row.end_date ?? null,
    scope_document_id: files.get(row.scope_document)?.file_id ?? null,
    scope_document_type: '',
    title_key: sortKey(row.title),
    field_key: sortKey(row.field ?? ''),
    due_on: row.end_date ?? never.slice(0, 10),
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
  async derive(tx, rows) {
    const owners = { ids: [...new Set(rows.map(({ owner_id }) => owner_id))] }
    await projectTotals.clear.run(tx, owners)
    await projectTotals.count.run(tx, owners)
  },
}

export const projectVersions: ImportTable = {
  name: 'project_versions',
  description: 'One version of a project a line.',
  columns: {
    id: Id,
    project_id: Id,
    version_number: Type.String({ minLength: 1, maxLength: 50 }),
    file: Type.String({ maxLength: 1_000, description: 'The old path in files.ndjson.' }),
    notes: optional(Long),
    changes_summary: optional(Long),
    uploaded_by: Id,
    uploaded_at: optional(DateTime),
  },
  references: { project_id: 'projects', uploaded_by: 'users' },
  limits: [
    {
      column: 'project_id',
      most: versionLimit.maxRows,
      texts: ['version_number', 'notes', 'changes_summary'],
    },
  ],
  paths: ['file'],
  following: { file_id: 'file' },
  unique: 'the same project_id and version_number',
  uniqueKeys: [{ columns: ['project_id', 'version_number'] }],
  stored: {
    id: 'integer',
    project_id: 'integer',
    version_number: 'text',
    file_id: 'integer',
    sha256: 'text',
    notes: 'text',
    changes_summary: 'text',
    uploaded_by: 'integer',
    uploaded_at: 'timestamp',
  },
  convert: ({ file, ...row }, { now, files }) => ({
    ...row,
    file_id: files.get(file)?.file_id,
    sha256: files.get(file)?.sha256,
    notes: row.notes ?? '',
    changes_summary: row.changes_summary ?? '',
    uploaded_at: row.uploaded_at ?? now,
  }),
  finish: 'refresh_proofs',
}

export const milestones: ImportTable = {
  name: 'milestones',
  description: 'One milestone of a project a line.',
  columns: {
    id: Id,
    project_id: Id,
    title: Line(255),
    description: optional(Long),
    due_date: CalendarDate,
    status: optional(oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked')),
    completion_criteria: optional(Long),
    completed_at: optional(nullable(DateTime)),
    order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  },
  references: { project_id: 'projects' },
  limits: [
    {
      column: 'project_id',
      most: milestoneLimit.maxRows,
      texts: ['title', 'description', 'completion_criteria'],
    },
  ],
  stored: {
    id: 'integer',
    project_id: 'integer',
    title: 'text',
    description: 'text',
    due_date: 'calendarDate',
    status: 'text',
    completion_criteria: 'text',
    completed_at: 'timestamp',
    order: 'integer',
  },
  convert: (row) => ({
    ...row,
    description: row.description ?? '',
    status: row.status ?? 'not_started',
    completion_criteria: row.completion_criteria ?? '',
    completed_at: row.completed_at ?? null,
  }),
}

const Status = oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked')

export const milestoneChanges: ImportTable = {
  name: 'milestone_changes',
  description: 'A former change of the status of a milestone, one a line.',
  columns: {
    id: Id,
    milestone_id: Id,
    changed_by: Id,
    from_status: Status,
    to_status: Status,
    notes: optional(Type.String({ maxLength: 2_000 })),
    changed_at: DateTime,
  },
  references: { milestone_id: 'milestones', changed_by: 'users' },
  limits: [{ column: 'milestone_id', most: milestoneHistoryLimit.maxRows, texts: ['notes'] }],
  stored: {
    id: 'integer',
    milestone_id: 'integer',
    changed_by: 'integer',
    from_status: 'text',
    to_status: 'text',
    notes: 'text',
    changed_at: 'timestamp',
  },
  convert: (row) => ({ ...row, notes: row.notes ?? '' }),
}

export const projectCollaborators: ImportTable = {
  name: 'project_collaborators',
  description: 'One collaborator of a project a line.',
  columns: {
    id: Id,
    project_id: Id,
    user_id: Id,
    role: optional(Short),
    can_edit: optional(Type.Boolean()),
    can_upload_versions: optional(Type.Boolean()),
    can_manage_milestones: optional(Type.Boolean()),
    added_at: optional(DateTime),
    accepted_at: optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'When the person accepted; null until then, and `added_at` unless given.',
        }),
      ),
    ),
  },
  references: { project_id: 'projects', user_id: 'users' },
  limits: [{ column: 'project_id', most: collaboratorLimit.maxRows, texts: ['role'] }],
  unique: 'the same project_id and user_id',
  uniqueKeys: [{ columns: ['project_id', 'user_id'] }],
  stored: {
    id: 'integer',
    project_id: 'integer',
    user_id: 'integer',
    role: 'text',
    can_edit: 'boolean',
    can_upload_versions: 'boolean',
    can_manage_milestones: 'boolean',
    added_at: 'timestamp',
    accepted_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    role: row.role ?? 'member',
    can_edit: row.can_edit ?? false,
    can_upload_versions: row.can_upload_versions ?? false,
    can_manage_milestones: row.can_manage_milestones ?? false,
    added_at: row.added_at ?? now,
    accepted_at: row.accepted_at === undefined ? (row.added_at ?? now) : row.accepted_at,
  }),
}
