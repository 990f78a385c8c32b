/**
 * The rows of all tables, with the types that both engines return: those of tables without a record as migrations declare them, and those of
 * records, each added beside its record.
 */

import type { importedRows } from '../migrations/0098-imported-rows.ts'
import type { journal } from '../migrations/0102-journal.ts'
import type { forwardIndex } from '../migrations/0103-forward-index.ts'
import type { seenFollowers } from '../migrations/0112-seen-followers.ts'
import type { defineTables } from '../migrations/baseline/tables.ts'
import type { RowsOf } from '../migrations/schema.ts'

export type { Provider, Role, UserLinks } from './accounts.ts'
export type { StoredAttachment } from './mails.ts'

/** A table that several migrations declare has the columns of all of them. */
type Declared = RowsOf<ReturnType<typeof defineTables>> &
  RowsOf<ReturnType<(typeof importedRows)['up']>> &
  RowsOf<ReturnType<(typeof journal)['up']>> &
  RowsOf<ReturnType<(typeof forwardIndex)['up']>> &
  RowsOf<ReturnType<(typeof seenFollowers)['up']>>

export interface Tables extends Declared {}
