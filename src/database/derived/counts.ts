/** The triggers that count the rows of lists by the values that they are filtered by. */

import type { Engine } from '../database.ts'
import { compile } from '../query/compile.ts'
import { escapeLiteral } from '../raw-statement.ts'
import { and, type Condition, listConditions } from '../relations.ts'
import { type Derivation, type Event, events, isChanged, type Trigger } from './triggers.ts'

/** A counter for each combination of values of the rows of a list: `job_posts.open|full_time|mid|remote|`. */
export interface CountedRows {
  readonly table: string
  /** The beginning of its name, which the values follow. */
  readonly name: string
  /** Expressions of the values of a row. */
  readonly values: readonly CountedValue[]
  /** What a row must have to be counted. */
  readonly where: Condition
  /** Counters of earlier releases that it replaces. */
  readonly replaces?: readonly string[]
}

/** A value that rows are counted by: that of a column, or one of two words, by whether the column has a value. */
export interface CountedValue {
  readonly column: string
  readonly words?: { readonly value: number | boolean; readonly is: string; readonly not: string }
}

/** Returns the expression of the value of a row. */
const readValue = ({ column, words }: CountedValue, row: string) =>
  words === undefined
    ? `${row}."${column}"`
    : `case when ${row}."${column}" = ${words.value} then ${escapeLiteral(words.is)} else ${escapeLiteral(words.not)} end`

/** Returns the condition that a row is counted. */
const isCounted = ({ where }: CountedRows, engine: Engine, row: string) =>
  compile(and(listConditions(row, where)).toOperationNode(), engine).sql

/** Creates the triggers of counters: one for each table and event. */
export function deriveCounts(counted: readonly CountedRows[]): Derivation[] {
  return [...Map.groupBy(counted, ({ table }) => table)].map(([table, some]) => ({
    triggers: events.map((event) => createTrigger(table, event, some)),
    fill: (engine) => some.flatMap((rows) => countAnew(rows, engine)),
  }))
}

const listRead = ({ where, values }: CountedRows) => [
  ...new Set([...values.map(({ column }) => column), ...Object.keys(where)]),
]

function createTrigger(table: string, event: Event, counted: readonly CountedRows[]): Trigger {
  const all = [...new Set(counted.flatMap(listRead))]
  return {
    name: `count_${table}_${event}`,
    table,
    event,
    ...(event === 'update' && { columns: all }),
    statements: (engine) =>
      counted.flatMap((rows) => {
        const restricted = event === 'update' && counted.length > 1 ? ` and ${isChanged(listRead(rows), engine)}` : ''
        return [
          ...(event === 'insert' ? [] : addToCounter(rows, engine, { row: 'old', change: -1, restricted })),
          ...(event === 'delete' ? [] : addToCounter(rows, engine, { row: 'new', change: 1, restricted })),
        ]
      }),
  }
}

/** The name of the counter of a row. */
const nameOf = ({ name, values }: CountedRows, row: string) =>
  [escapeLiteral(`${name}|`), ...values.map((value) => `(${readValue(value, row)}) || '|'`)].join(' || ')

interface Change {
  row: 'old' | 'new'
  change: number
  restricted: string
}

/**
 * Counts a row. PostgreSQL adds a row of its own, so that transactions at one time do not wait for each other; SQLite, which
 * writes one after the other, changes the row of the counter.
 */
function addToCounter(rows: CountedRows, engine: Engine, { row, change, restricted }: Change): string[] {
  const name = nameOf(rows, row)
  const condition = `${isCounted(rows, engine, row)}${restricted}`
  if (engine === 'postgres') return [`insert into counters (name, change) select ${name}, ${change} where ${condition}`]
  return [
    `update counters set change = change + ${change}
      where ${condition} and id = (select min(id) from counters where name = ${name})`,
    // The statement before has found no counter.
    `insert into counters (name, change) select ${name}, ${change} where ${condition} and changes() = 0`,
  ]
}

/** Returns the statements that count all rows. */
function countAnew(rows: CountedRows, engine: Engine): string[] {
  return [
    ...[rows.name, ...(rows.replaces ?? [])].map(
      (name) =>
        `delete from counters where name >= ${escapeLiteral(`${name}|`)} and name < ${escapeLiteral(`${name}}`)}`,
    ),
    `insert into counters (name, change) select ${nameOf(rows, 'listed')}, count(*) from "${rows.table}" as listed
      where ${isCounted(rows, engine, 'listed')} group by 1`,
  ]
}

interface ReferenceColumn {
  readonly table: string
  /** The column that refers to the other table. */
  readonly column: string
  readonly parent: string
  /** The column of the other table with the number of rows that refer to it. */
  readonly count: string
}

/** Creates the triggers that count in the rows of one table those of another that refer to them. */
export function deriveReferenceCount({ table, column, parent, count }: ReferenceColumn): Derivation {
  const add = (row: string, change: string) =>
    `update "${parent}" set "${count}" = "${count}" ${change} where id = ${row}."${column}"`
  const statements = {
    insert: [add('new', '+ 1')],
    update: [add('old', '- 1'), add('new', '+ 1')],
    delete: [add('old', '- 1')],
  }
  return {
    triggers: events.map((event) => ({
      name: `count_${table}_by_${column}_${event}`,
      table,
      event,
      ...(event === 'update' && { columns: [column] }),
      statements: () => statements[event],
    })),
    fill: () => [
      `update "${parent}" set "${count}" = (select count(*) from "${table}" where "${column}" = "${parent}".id)
        where "${count}" <> (select count(*) from "${table}" where "${column}" = "${parent}".id)`,
    ],
  }
}
