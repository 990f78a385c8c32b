/** Projects: what they are found by, who takes part, their versions, and their milestones with a history. */

import { boolean, calendarDate, id, integer, key, type Migration, text, timestamp } from './schema.ts'

const milestoneStatus = () => text().oneOf('not_started', 'in_progress', 'in_review', 'completed', 'blocked')
const visibility = () => text().oneOf('private', 'public')

export const projects: Migration = {
  name: '0010-projects',
  up(schema) {
    schema.table('projects', {
      id: id(),
      owner_id: integer().references('users'),
      title: text(),
      description: text(),
      status: text().oneOf('planning', 'active', 'on_hold', 'completed', 'archived'),
      visibility: visibility(),
      field: text(),
      start_date: calendarDate().nullable(),
      end_date: calendarDate().nullable(),
      scope_document_id: integer().references('files').nullable(),
      scope_document_type: text(),
      // The order and the filters of the lists: folded texts, and the end date or the end of time.
      title_key: key(),
      field_key: key(),
      due_on: calendarDate(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    // Each filter in each order of the lists.
    for (const filter of [
      ['visibility'],
      ['visibility', 'status'],
      ['visibility', 'field_key'],
      ['owner_id', 'visibility'],
    ])
      for (const order of [['id'], ['title_key', 'id'], ['due_on', 'id']])
        schema.index('projects', [...filter, ...order])
    schema.index('projects', ['scope_document_id'])

    schema.table(
      'project_terms',
      { term: key(), item_id: integer().references('projects', 'cascade') },
      { primaryKey: ['term', 'item_id'] },
    )
    schema.index('project_terms', ['item_id', 'term'])

    schema.table(
      'owned_project_counts',
      { owner_id: integer().references('users'), visibility: visibility(), total: integer() },
      { primaryKey: ['owner_id', 'visibility'] },
    )

    schema.table('project_collaborators', {
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

    schema.table('milestones', {
      id: id(),
      project_id: integer().references('projects', 'cascade'),
      title: text(),
      description: text(),
      due_date: calendarDate(),
      status: milestoneStatus(),
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
      from_status: milestoneStatus(),
      to_status: milestoneStatus(),
      notes: text(),
      changed_at: timestamp(),
    })
    schema.index('milestone_changes', ['milestone_id', 'id'])
    schema.index('milestone_changes', ['changed_by', 'id'])
  },
}
