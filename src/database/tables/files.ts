/** Tables of files and uploads. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

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
  uploaded_at: Timestamp
}

interface UploadsTable {
  id: Generated<number>
  user_id: number
  upload_id: string
  file_name: string
  file_size: number
  total_chunks: number
  file_id: number | null
  stored_bytes: Generated<number>
  held_until: Timestamp | null
  touched_at: Timestamp
  /** The state of an upload by the tus protocol. */
  file_type: Generated<FileType | null>
  metadata: Generated<string | null>
}

interface PendingObjectsTable {
  key: string
  created_at: Timestamp
}

export interface FileTables {
  files: FilesTable
  uploads: UploadsTable
  pending_objects: PendingObjectsTable
}
