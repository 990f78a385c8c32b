/** The rows of the tables of files. */

import type { Generated } from 'kysely'

/** A moment, `2026-11-21T09:14:00.000Z`. */
type Moment = string

export type FileArea = 'public' | 'private'
export type FileType = 'document' | 'image' | 'video' | 'audio' | 'avatar' | 'resume' | 'project_file'

interface FilesTable {
  id: Generated<number>
  user_id: number
  key: string
  area: FileArea
  purpose: string
  type: FileType
  filename: string
  size: number
  mime_type: string
  uploaded_at: Moment
}

interface UploadsTable {
  id: Generated<number>
  user_id: number
  upload_id: string
  file_name: string
  file_size: number
  total_chunks: number
  file_id: number | null
  held_until: Moment | null
  touched_at: Moment
}

interface PendingObjectsTable {
  key: string
  created_at: Moment
}

export interface FileTables {
  files: FilesTable
  uploads: UploadsTable
  pending_objects: PendingObjectsTable
}
