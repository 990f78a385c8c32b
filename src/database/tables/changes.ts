/** Tables of the change feed. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type ChangeAct = 'created' | 'updated' | 'deleted'

interface ChangeMarksTable {
  id: Generated<number>
  kind: string
  object_id: string
  parent_id: number | null
  /** Separated by spaces. */
  audience_before: string
  audience_after: string
}

interface ChangesTable {
  audience: string
  number: number
  act: ChangeAct
  kind: string
  object_id: string
  parent_id: number | null
  occurred_at: Timestamp
}

interface ChangeNumbersTable {
  id: number
  last: number
  deleted: number
}

export interface ChangeTables {
  change_marks: ChangeMarksTable
  change_numbers: ChangeNumbersTable
  changes: ChangesTable
}
