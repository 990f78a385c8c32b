/** Projects with versions, milestones and collaborators. */

import { boolean, calendarDate, id, integer, key, type Schema, text, timestamp } from '../schema.ts'
import { defineWords } from './words.ts'

export function defineProjects(schema: Schema) {
  schema.table('projects', {
    id: id(),
    owner_id: integer().references('users'),
    title: text(),
    description: text(),
    status: text().oneOf('planning', 'active', 'on_hold', 'completed', 'archived'),
    visibility: text().oneOf('private', 'public'),
    field: text(),
    start_date: calendarDate().nullable(),
    end_date: calendarDate().nullable(),
    scope_document_id: integer().nullable().references('files'),
    scope_document_type: text(),
    // The order and the filters of the lists: folded texts, and the end date or the end of time.
    title_key: key(),
    field_key: key(),
    due_on: calendarDate(),
    created_at: timestamp(),
    updated_at: timestamp(),
    hidden_at: timestamp().nullable(),
    hidden_status: text().nullable(),
  })
  schema.index('projects', ['visibility', 'id'])
  schema.index('projects', ['visibility', 'title_key', 'id'])
  schema.index('projects', ['visibility', 'due_on', 'id'])
  schema.index('projects', ['visibility', 'status', 'id'])
  schema.index('projects', ['visibility', 'status', 'title_key', 'id'])
  schema.index('projects', ['visibility', 'status', 'due_on', 'id'])
  schema.index('projects', ['visibility', 'field_key', 'id'])
  schema.index('projects', ['visibility', 'field_key', 'title_key', 'id'])
  schema.index('projects', ['visibility', 'field_key', 'due_on', 'id'])
  schema.index('projects', ['owner_id', 'visibility', 'id'])
  schema.index('projects', ['owner_id', 'visibility', 'title_key', 'id'])
  schema.index('projects', ['owner_id', 'visibility', 'due_on', 'id'])
  schema.index('projects', ['scope_document_id'])
  schema.index('projects', ['hidden_at', 'id'], { where: 'hidden_at is not null' })

  defineWords(schema, 'projects', 'project_words')

  schema.table(
    'owned_project_counts',
    {
      owner_id: integer().references('users'),
      visibility: text().oneOf('private', 'public'),
      total: integer(),
    },
    { primaryKey: ['owner_id', 'visibility'] },
  )

  const project_collaborators = schema.table('project_collaborators', {
    id: id(),
    project_id: integer().references('projects', 'cascade'),
    user_id: integer().references('users'),
    role: text(),
    can_edit: boolean(),
    can_upload_versions: boolean(),
    can_manage_milestones: boolean(),
    added_at: timestamp(),
    // When the user accepted the invitation.
    accepted_at: timestamp().nullable(),
  })
  schema.index('project_collaborators', ['project_id', 'user_id'], { unique: true })
  schema.index('project_collaborators', ['project_id', 'id'])
  schema.index('project_collaborators', ['user_id', 'project_id'])

  schema.table('project_versions', {
    id: id(),
    project_id: integer().references('projects', 'cascade'),
    version_number: text(),
    file_id: integer().references('files'),
    // Hexadecimal.
    sha256: text(),
    notes: text(),
    changes_summary: text(),
    uploaded_by: integer().references('users'),
    uploaded_at: timestamp(),
  })
  schema.index('project_versions', ['project_id', 'version_number'], { unique: true })
  schema.index('project_versions', ['project_id', 'id'])
  schema.index('project_versions', ['file_id'])
  schema.index('project_versions', ['uploaded_by', 'id'])
  schema.index('project_versions', ['uploaded_by', 'project_id', 'id'])

  schema.table('milestones', {
    id: id(),
    project_id: integer().references('projects', 'cascade'),
    title: text(),
    description: text(),
    due_date: calendarDate(),
    status: text().oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked'),
    completion_criteria: text(),
    completed_at: timestamp().nullable(),
    order: integer(),
  })
  schema.index('milestones', ['project_id', 'order', 'id'])
  schema.index('milestones', ['project_id', 'status'])

  schema.table('milestone_changes', {
    id: id(),
    milestone_id: integer().references('milestones', 'cascade'),
    changed_by: integer().references('users'),
    from_status: text().oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked'),
    to_status: text().oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked'),
    notes: text(),
    changed_at: timestamp(),
  })
  schema.index('milestone_changes', ['milestone_id', 'id'])
  schema.index('milestone_changes', ['changed_by', 'id'])
  return { project_collaborators }
}
