/** Triggers as values, which declarations are turned into, and their statements on both engines. */

import type { Engine } from '../database.ts'
import { escapeLiteral } from '../raw-statement.ts'

export type Event = 'insert' | 'update' | 'delete'

export const events: readonly Event[] = ['insert', 'update', 'delete']

/** A trigger for each changed row of a table. */
export interface Trigger {
  /** Says what it does, such as `journal_job_posts_update`. */
  readonly name: string
  readonly table: string
  readonly event: Event
  /** An update of other columns than these does not concern it, nor one that leaves them as they are. */
  readonly columns?: readonly string[]
  /** The condition on the row, besides. */
  readonly when?: string
  /** Refuses the change with this message, before it is made. */
  readonly refusal?: string
  readonly statements: (engine: Engine) => readonly string[]
}

/** Triggers that follow from one declaration. */
export interface Derivation {
  readonly triggers: readonly Trigger[]
  /** The statements that make anew what the triggers maintain, after one of them was missing. */
  readonly fill?: (engine: Engine) => readonly string[]
}

export const listTriggers = (derivations: readonly Derivation[]): Trigger[] =>
  derivations.flatMap(({ triggers }) => triggers)

/** Returns columns of the row, separated by commas. */
export const listColumns = (columns: readonly string[], row?: string): string =>
  columns.map((column) => `${row === undefined ? '' : `${row}.`}"${column}"`).join(', ')

/** Returns the condition that the update changes one of the columns. */
export const isChanged = (columns: readonly string[], engine: Engine): string =>
  `(${listColumns(columns, 'old')}) ${engine === 'sqlite' ? 'is not' : 'is distinct from'} (${listColumns(columns, 'new')})`

/** Returns the part of the statement that both engines share: when the trigger fires. */
function buildTiming({ table, event, columns = [], when, refusal }: Trigger, engine: Engine): string {
  const of = event === 'update' && columns.length > 0 ? ` of ${listColumns(columns)}` : ''
  const isOther = event === 'update' && columns.length > 0 ? [isChanged(columns, engine)] : []
  const conditions = [...isOther, ...(when === undefined ? [] : [when])]
  const condition = conditions.length === 0 ? '' : ` when (${conditions.join(' and ')})`
  return `${refusal === undefined ? 'after' : 'before'} ${event}${of} on "${table}" for each row${condition}`
}

/** Returns the statement that creates the trigger on SQLite, as `sqlite_schema` has it. */
export function buildSqliteTrigger(trigger: Trigger): string {
  const { name, refusal } = trigger
  const refuse = refusal === undefined ? [] : [`select raise(abort, ${escapeLiteral(refusal)})`]
  const body = [...refuse, ...trigger.statements('sqlite')].map((statement) => `${statement};`).join(' ')
  return `CREATE TRIGGER "${name}" ${buildTiming(trigger, 'sqlite')} begin ${body} end`
}

/** Returns the statements that create the trigger on PostgreSQL: its function, which has its name, and the trigger. */
export function buildPostgresTrigger(trigger: Trigger): string[] {
  const { name, refusal } = trigger
  const refuse = refusal === undefined ? [] : [`raise exception ${escapeLiteral(refusal)}`]
  const body = [...refuse, ...trigger.statements('postgres'), 'return null'].map((one) => `${one};`).join(' ')
  return [
    `create function "${name}"() returns trigger language plpgsql as $trigger$ begin ${body} end $trigger$`,
    `create trigger "${name}" ${buildTiming(trigger, 'postgres')} execute function "${name}"()`,
  ]
}
