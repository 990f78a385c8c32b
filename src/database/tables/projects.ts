/** Tables of projects without a record of their own. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

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

export interface ProjectTables {
  project_collaborators: ProjectCollaboratorsTable
}
