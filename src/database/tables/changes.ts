/** Tables of the change feed. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type ChangeAct = 'created' | 'updated' | 'deleted'

/** Marks of the last release, which this one only takes over. */
interface ChangeMarksTable {
  id: Generated<number>
  kind: string
  object_id: string
  parent_id: number | null
  /** Separated by spaces. */
  audience_before: string
  audience_after: string
}

interface ChangedObjectsTable {
  id: Generated<number>
  kind: string
  /** With `after_id`: the id of an object to which others refer in the column `part`; those after this id have changed. */
  object_id: string
  part: string | null
  after_id: number | null
}

/** One row for each object that a transaction touched. */
interface JournalTable {
  id: Generated<number>
  /** On PostgreSQL, where rows become visible in another order than they get their ids; 0 on SQLite. */
  transaction_id: number
  kind: string
  object_id: string
  /** The groups of fields that changed, separated by spaces. */
  parts: string
}

/** How far each follower of the journal has come. */
interface FollowersTable {
  name: string
  transaction_id: Generated<number>
  position: Generated<number>
  /** The format of what it keeps, 0 until it is built from the tables. */
  format: Generated<number>
  built: Generated<number>
  /** When an instance last ran it. */
  seen_at: Generated<Timestamp | null>
}

interface ObjectAudiencesTable {
  kind: string
  object_id: string
  parent_id: number | null
  /** Separated by spaces. */
  audience: string
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
  changed_objects: ChangedObjectsTable
  object_audiences: ObjectAudiencesTable
  changes: ChangesTable
  journal: JournalTable
  followers: FollowersTable
}
