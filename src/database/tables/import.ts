/** Tables of the import of another system's data. */

import type { Timestamp } from './types.ts'

interface ImportProgressTable {
  file: string
  sha256: string
  done_bytes: number
  done_lines: number
  imported: number
  kept: number
  refused: number
  refused_bytes: number
  finished_at: Timestamp | null
  run: number
}

interface ImportedRowsTable {
  kind: string
  first_id: number
  last_id: number
  joined_id: number | null
  run: number
}

interface LegacyFilesTable {
  path: string
  file_id: number
  sha256: string
}

export interface ImportTables {
  import_progress: ImportProgressTable
  imported_rows: ImportedRowsTable
  legacy_files: LegacyFilesTable
}
