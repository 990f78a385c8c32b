/** Statements of one table for many rows at a time, which are passed as one JSON parameter. */

import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { ColumnType } from '../column-types.ts'
import type { Tables } from '../tables/index.ts'
import { compile } from './compile.ts'
import { castInteger, castTimestamp, integerList, jsonRows, perEngine, textList } from './expressions.ts'
import { type Builder, prepare, type QueryMethods, type WithConnection } from './prepare.ts'

export type BulkRow = Record<string, unknown>

/** Ids that the database gives are lower; higher ones are random (`randomId`). */
export const lowestRandomId = 2 ** 40

/** The value of a property of `given.value`, as its column stores it. */
function readValue(name: string, type: ColumnType) {
  const value = sql`given.value->>${sql.lit(name)}`
  if (type === 'integer') return sql`cast(${value} as bigint)`
  if (type === 'boolean') return sql`cast(${value} as boolean)`
  if (type === 'timestamp') return castTimestamp(value)
  if (type === 'calendarDate') return perEngine({ sqlite: value, postgres: sql`cast(${value} as date)` })
  const json = sql`nullif(given.value->${sql.lit(name)}, 'null'::jsonb)`
  return type === 'json' ? perEngine({ sqlite: value, postgres: json }) : value
}

interface InsertedRecord<T> {
  table: T
  columnTypes: ReadonlyMap<string, { type: ColumnType }>
}

/** Inserts rows that have all columns of the record, but the id unless `withIds` says so. */
export function addRows<T extends keyof Tables>(
  q: Builder,
  { table, columnTypes }: InsertedRecord<T>,
  rows: readonly object[],
  { withIds = false } = {},
): InsertQueryBuilder<Tables, T, InsertResult> {
  const columns = [...columnTypes].filter(([name]) => withIds || name !== 'id')
  // The names are known when the module is loaded, and not to the compiler.
  const insert = q.insertInto(table as 'users').columns(columns.map(([name]) => name) as never)
  return insert.expression(
    sql`select ${sql.join(columns.map(([name, { type }]) => readValue(name, type)))} from ${jsonRows(rows)} as given`,
  ) as unknown as InsertQueryBuilder<Tables, T, InsertResult>
}

type Insert = QueryMethods<{ rows: readonly BulkRow[] }, BulkRow, never>

/** Inserts the rows that violate no unique constraint, and returns their keys. */
export const prepareBulkInsert = (
  table: keyof Tables,
  columns: Record<string, ColumnType>,
  key: readonly string[],
): Insert =>
  prepare((q, p: { rows: readonly BulkRow[] }) => {
    const names = Object.entries(columns)
    // The names are known when the module is loaded, and not to the compiler.
    const insert = q.insertInto(table as 'users').columns(names.map(([name]) => name) as never)
    return insert
      .expression(
        sql`select ${sql.join(names.map(([name, type]) => readValue(name, type)))} from ${jsonRows(p.rows)} as given where true`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning([...key] as never)
  }) as unknown as Insert

/** Columns that two rows cannot have alike, and the condition of the rows for which it holds, if not for all. */
export interface UniqueKey {
  columns: readonly string[]
  where?: string
}

/** Finds which of the rows, by their `place`, cannot be inserted because a stored row has what only one may have. */
export const prepareFindConflicts = (
  table: keyof Tables,
  columns: Record<string, ColumnType>,
  { columns: unique, where = 'true' }: UniqueKey,
) =>
  prepare((q, p: { rows: readonly BulkRow[] }) => {
    const values = Object.entries(columns).map(([name, type]) => sql`${readValue(name, type)} as ${sql.id(name)}`)
    const matching = sql.raw(where)
    const input = sql`select ${castInteger(sql`given.value->>'place'`)} as place, ${sql.join(values)} from ${jsonRows(p.rows)} as given`
    const same = unique.map((name) => sql`stored.${sql.id(name)} = added.${sql.id(name)}`)
    return q
      .selectFrom(sql<{ place: number }>`(select * from (${input}) as rows where ${matching})`.as('added'))
      .select('added.place')
      .where(
        sql<boolean>`exists (select 1 from (select * from ${sql.table(table)} where ${matching}) as stored
          where ${sql.join(same, sql` and `)})`,
      )
  })

/** Finds which of the ids there are; those of plans are texts. */
export const prepareFindIds = (table: keyof Tables) =>
  prepare((q, p: { ids: readonly unknown[] }) => {
    const ids = table === 'plans' ? textList(p.ids as string[]) : integerList(p.ids as number[])
    return q
      .selectFrom(table as 'users')
      .select('id')
      .where(sql<boolean>`id in ${ids}`)
  })

/** Lets new rows get ids above all that there are. SQLite does it with each insert. */
export const prepareSetSequence = (table: keyof Tables) =>
  prepare((q, _: object) => {
    const sequence = sql`pg_get_serial_sequence(${sql.lit(`"${table}"`)}, 'id')`
    const largest = sql`(select coalesce(max(id), 0) from ${sql.table(table)} where id < ${sql.lit(lowestRandomId)})`
    return q.selectNoFrom(
      perEngine<number>({
        sqlite: sql`0`,
        postgres: sql`setval(${sequence}, greatest(${largest}, nextval(${sequence})))`,
      }).as('last'),
    )
  })

/**
 * Lets PostgreSQL count the rows and values of a table, for its plans; it does so by itself a minute after a table has grown, and until then
 * it assumes few values in each column. SQLite plans without statistics.
 */
export const prepareAnalysis = (table: keyof Tables) => {
  const statement = compile(sql`analyze ${sql.table(table)}`.toOperationNode(), 'postgres')
  return {
    async run({ db }: WithConnection) {
      if (db.engine === 'postgres') await db.run(statement, {})
    },
  }
}
