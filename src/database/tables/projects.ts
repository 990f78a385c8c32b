/** Tables of projects, versions, milestones and collaborators. */

import type { Generated } from 'kysely'
import type { HideableColumns } from './moderation.ts'
import type { CalendarDate, Timestamp } from './types.ts'

export type ProjectStatus = 'planning' | 'active' | 'on_hold' | 'completed' | 'archived'
export type Visibility = 'private' | 'public'
export type MilestoneStatus = 'not_started' | 'in_progress' | 'in_review' | 'completed' | 'blocked'

interface ProjectsTable extends HideableColumns {
  id: Generated<number>
  owner_id: number
  title: string
  description: string
  status: ProjectStatus
  visibility: Visibility
  field: string
  start_date: CalendarDate | null
  end_date: CalendarDate | null
  scope_document_id: number | null
  scope_document_type: string
  title_key: string
  field_key: string
  due_on: CalendarDate
  created_at: Timestamp
  updated_at: Timestamp
}

interface ProjectWordsTable {
  item_id: number
  words: string
}

interface OwnedProjectCountsTable {
  owner_id: number
  visibility: Visibility
  total: number
}

interface ProjectCollaboratorsTable {
  id: Generated<number>
  project_id: number
  user_id: number
  role: string
  can_edit: boolean
  can_upload_versions: boolean
  can_manage_milestones: boolean
  added_at: Timestamp
  accepted_at: Generated<Timestamp | null>
}

interface ProjectVersionsTable {
  id: Generated<number>
  project_id: number
  version_number: string
  file_id: number
  sha256: string
  notes: string
  changes_summary: string
  uploaded_by: number
  uploaded_at: Timestamp
}

interface MilestoneChangesTable {
  id: Generated<number>
  milestone_id: number
  changed_by: number
  from_status: MilestoneStatus
  to_status: MilestoneStatus
  notes: string
  changed_at: Timestamp
}

export interface ProjectTables {
  projects: ProjectsTable
  project_words: ProjectWordsTable
  owned_project_counts: OwnedProjectCountsTable
  project_collaborators: ProjectCollaboratorsTable
  project_versions: ProjectVersionsTable
  milestone_changes: MilestoneChangesTable
}
