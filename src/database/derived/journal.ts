/** The triggers of the journal: one row for each object that a changed row touches, with the groups of fields that changed. */

import type { Engine } from '../database.ts'
import { escapeLiteral } from '../raw-statement.ts'
import { type Derivation, type Event, events, isChanged, type Trigger } from './triggers.ts'

/** What all who see an object may see. */
export const shown = 'shown'
/** What decides who sees an object. */
export const access = 'access'
/** What only a search reads. */
export const found = 'found'

/** Rows whose changes are changes of an object. */
export interface FollowedRows {
  readonly table: string
  /** The column with the id of the object. A row without one changes no object. */
  readonly object: string
  readonly isOptional?: boolean
  /** The group of fields that a new and a deleted row change; null for none. */
  readonly rows: string | null
  /** The columns by the groups of fields. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** Followed rows, and the kind of the object that they change. */
export interface FollowedTable extends FollowedRows {
  readonly kind: string
}

export interface TrackedColumns {
  readonly table: string
  readonly tracked: readonly string[]
}

type Groups = Readonly<Record<string, readonly string[]>>

/** Follows the objects themselves. What a record tracks is shown, unless it is in another group. */
export function followObjects({ table, tracked }: TrackedColumns, groups: Groups = {}): FollowedRows {
  const others = new Set(Object.values(groups).flat())
  return {
    table,
    object: 'id',
    rows: shown,
    columns: { [shown]: tracked.filter((name) => !others.has(name)), ...groups },
  }
}

interface Parts {
  /** The column with the id of the object. */
  object: string
  /** The group of fields that a new and a deleted row change; `shown` by default. */
  rows?: string
  isOptional?: boolean
}

/** Follows the rows of another table, which belong to objects: what it tracks is in the same group as its new rows. */
export const followParts = (
  { table, tracked }: TrackedColumns,
  { object, rows = shown, isOptional = false }: Parts,
  groups: Groups = {},
): FollowedRows => ({ table, object, rows, isOptional, columns: { [rows]: tracked, ...groups } })

/** What decides who sees the objects of a table. */
interface AudienceRule {
  readonly table: string
  /** Columns of the objects. */
  readonly columns: readonly string[]
  /** Rows of other tables. */
  readonly rows: readonly { readonly table: string; readonly object: string; readonly columns: readonly string[] }[]
}

/** Adds what decides who sees the objects, where it is not followed as what they show. */
export function followDeciding(
  followed: readonly FollowedRows[],
  { table, columns, rows }: AudienceRule,
): FollowedRows[] {
  const deciding = Map.groupBy([{ table, object: 'id', columns }, ...rows], (some) => `${some.table} ${some.object}`)
  const declared = followed.map((some): FollowedRows => {
    const known = listFollowed(some)
    const key = `${some.table} ${some.object}`
    const others = (deciding.get(key) ?? []).flatMap((one) => one.columns).filter((name) => !known.includes(name))
    deciding.delete(key)
    if (others.length === 0) return some
    return { ...some, columns: { ...some.columns, [access]: [...(some.columns[access] ?? []), ...new Set(others)] } }
  })
  const added = [...deciding.values()].flatMap((some): FollowedRows[] => {
    const [first] = some
    if (first === undefined) return []
    const names = new Set(some.flatMap((one) => one.columns))
    return [
      { table: first.table, object: first.object, isOptional: true, rows: access, columns: { [access]: [...names] } },
    ]
  })
  return [...declared, ...added]
}

/** Creates the triggers of the journal: one for each table and event. */
export function deriveJournal(followed: readonly FollowedTable[]): Derivation {
  const byTable = Map.groupBy(followed, ({ table }) => table)
  return {
    triggers: [...byTable].flatMap(([table, some]) => events.flatMap((event) => createTrigger(table, event, some))),
  }
}

const listFollowed = ({ columns }: FollowedRows) => [...new Set(Object.values(columns).flat())]

function createTrigger(table: string, event: Event, followed: readonly FollowedTable[]): Trigger[] {
  const concerned = followed.filter((rows) => (event === 'update' ? listFollowed(rows).length > 0 : rows.rows !== null))
  if (concerned.length === 0) return []
  const columns = event === 'update' ? { columns: [...new Set(concerned.flatMap(listFollowed))] } : {}
  return [
    {
      name: `journal_${table}_${event}`,
      table,
      event,
      ...columns,
      statements: (engine) =>
        concerned.flatMap((rows) => {
          const isAlone = concerned.length === 1
          const written = writeRow(rows, { event, engine, isAlone, of: event === 'delete' ? 'old' : 'new' })
          return event === 'update' && listFollowed(rows).includes(rows.object)
            ? [
                written,
                writeRow(
                  { ...rows, columns: { [rows.rows ?? shown]: [rows.object] } },
                  { event, engine, isAlone: false, of: 'old' },
                ),
              ]
            : [written]
        }),
    },
  ]
}

interface TriggerOptions {
  event: Event
  engine: Engine
  /** Whether the trigger fires for these rows alone. */
  isAlone: boolean
  /** Which row has the id: a row that is moved to another object changes the former one as well. */
  of: 'old' | 'new'
}

/** Returns the statement that writes the row of the journal. */
function writeRow(rows: FollowedTable, { event, engine, isAlone, of }: TriggerOptions): string {
  const { kind, object, isOptional = false } = rows
  const id = `${of}."${object}"`
  const conditions = [
    ...(isOptional ? [`${id} is not null`] : []),
    ...(event === 'update' && !isAlone ? [isChanged(listFollowed(rows), engine)] : []),
  ]
  const transaction = engine === 'sqlite' ? '0' : 'pg_current_xact_id()::text::bigint'
  const parts = event === 'update' ? listParts(rows, engine) : escapeLiteral(rows.rows ?? shown)
  const values = `${transaction}, ${escapeLiteral(kind)}, cast(${id} as text), ${parts}`
  const row = conditions.length === 0 ? `values (${values})` : `select ${values} where ${conditions.join(' and ')}`
  return `insert into journal (transaction_id, kind, object_id, parts) ${row}`
}

/** Returns the expression of the groups of fields that an update changes, separated by spaces. */
function listParts({ columns }: FollowedTable, engine: Engine): string {
  const groups = Object.entries(columns).filter(([, names]) => names.length > 0)
  if (groups.length === 1) return escapeLiteral(groups[0]?.[0] ?? shown)
  const words = groups.map(
    ([name, names]) => `case when ${isChanged(names, engine)} then ${escapeLiteral(` ${name}`)} else '' end`,
  )
  return `ltrim(${words.join(' || ')})`
}
