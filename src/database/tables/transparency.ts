/** Tables of the transparency log. */

export type LeafKind = 'activity' | 'audit'

interface LogLeavesTable {
  /** The position of the leaf, starting at 0. */
  position: number
  kind: LeafKind
  row_id: number
  /** Null for rows of the audit log, and for erased ones. */
  salt: string | null
}

interface LogTilesTable {
  level: number
  position: number
  hashes: Uint8Array
}

interface LogEndTable {
  id: number
  size: number
  audit_id: number
}

export interface TransparencyTables {
  log_leaves: LogLeavesTable
  log_tiles: LogTilesTable
  log_end: LogEndTable
}
