/** Tables of projects: collaborators and versions. Projects and milestones are declared beside their schemas. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface ProjectWordsTable {
  item_id: number
  words: string
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

export interface ProjectTables {
  project_words: ProjectWordsTable
  project_collaborators: ProjectCollaboratorsTable
  project_versions: ProjectVersionsTable
}
