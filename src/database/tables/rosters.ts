/** Tables of the people for whom an exam or a course is. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface RosterEntriesTable {
  id: Generated<number>
  /** The exam or the course. */
  object_id: number
  /** Null while no account has verified the address. */
  user_id: number | null
  /** The address by which the person was added; null for one who was added by id. */
  email: string | null
  added_by: number | null
  created_at: Timestamp
  notified_at: Timestamp | null
}

export interface RosterTables {
  exam_roster_entries: RosterEntriesTable
  course_roster_entries: RosterEntriesTable
}
