/** Databases of PostgreSQL whose tables have grown, for their plans: few rows, and the statistics of many. */

import type pg from 'pg'
import { openClient } from '#database/postgres/client.ts'
import { listSmallTables, type Step } from './growing-tables.ts'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  isGenerated: boolean
  /** Whether a unique index contains it. */
  isUnique: boolean
  /** Whether one without a condition does, so that it is null nowhere. */
  isKey: boolean
}

const columnsOfAll = `
  select c.table_name as "table", c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as "isNullable",
    c.is_generated = 'ALWAYS' as "isGenerated",
    uniques.total > 0 as "isUnique", uniques.keys > 0 as "isKey"
  from information_schema.columns c, lateral (
    select count(*) as total, count(*) filter (where i.indpred is null) as keys
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = quote_ident(c.table_name)::regclass and i.indisunique and a.attname = c.column_name
  ) as uniques
  where c.table_schema = 'public' order by 1, c.ordinal_position`

const checks = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
  from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conparentid = 0`

/** Words with which statements and indexes compare a column, such as its states. */
function collectWords(statements: readonly string[]): Map<string, string[]> {
  const words = new Map<string, Set<string>>()
  const comparison = /(\w+)"?(?:\)?::text)?\)? (?:=|in) \(?'(\w+)'/g
  for (const sql of statements)
    for (const [, column = '', word = ''] of sql.matchAll(comparison))
      words.set(column, (words.get(column) ?? new Set()).add(word))
  return new Map(Array.from(words, ([column, some]) => [column, [...some]]))
}

/** The value of a column in row `i`. */
function writeValue(column: Column, words: ReadonlyMap<string, string[]>, distinct: number): string {
  const { type, name, isUnique, isKey, isNullable } = column
  const number = isUnique ? 'i' : `(1 + (i * 7919) % ${distinct})`
  const known = isUnique ? [] : (words.get(name) ?? [])
  const value = /int|numeric|double|real/.test(type)
    ? number
    : ({
        boolean: 'i % 2 = 0',
        date: `date '2026-01-01' + (${number})::integer`,
        'timestamp with time zone': `timestamptz '2026-01-01' + ${number} * interval '1 minute'`,
        jsonb: "jsonb '{}'",
        bytea: "'x'::bytea",
        tsvector: "to_tsvector('simple', 'word' || i)",
      }[type] ??
      (known.length > 0 ? `(array[${known.map((word) => `'${word}'`)}])[1 + i % ${known.length}]` : `'v' || ${number}`))
  return isNullable && !isKey ? `case when i % 4 = 0 then ${value} end` : value
}

interface Filling {
  rows: number
  /** How many values a column has that is not unique; a prime number, so that it has them also where three of four are null. */
  distinct: number
}

/** Stores so many rows in each table, without constraints and triggers, and analyzes them. */
export async function fillTables(
  url: string,
  { rows, distinct }: Filling,
  statements: readonly string[],
): Promise<void> {
  const client = await openClient({ connectionString: url })
  await client.query('set session_replication_role = replica')
  for (const { drop } of (await client.query(checks)).rows) await client.query(drop)
  const indexes = await client.query("select indexdef from pg_indexes where schemaname = 'public'")
  const words = collectWords([...statements, ...indexes.rows.map(({ indexdef }) => indexdef)])
  const { rows: columns } = await client.query<Column>(columnsOfAll)
  const small = new Set(listSmallTables())
  for (const [table, some] of Map.groupBy(columns, (column) => column.table)) {
    const stored = some.filter(({ isGenerated }) => !isGenerated)
    const count = small.has(table) ? Math.min(rows, 3) : rows
    const values = stored.map((column) => writeValue(column, words, distinct))
    await client.query(`delete from "${table}"`)
    await client.query(`insert into "${table}" (${stored.map(({ name }) => `"${name}"`)}) overriding system value
      select ${values} from generate_series(1, ${count}) as i`)
  }
  await client.query('analyze')
  await client.end()
}

/** Makes the growing tables and their indexes look as if they had grown by the factor since they were analyzed. */
export async function growTables(url: string, factor: number): Promise<void> {
  const client = await openClient({ connectionString: url })
  await client.query(
    `update pg_class set reltuples = reltuples * $1 where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
       and coalesce((select indrelid::regclass::text from pg_index where indexrelid = pg_class.oid), relname) <> all($2)`,
    [factor, listSmallTables()],
  )
  await client.end()
}

/** The indexes of few rows: those with a condition that most rows do not meet. */
export async function listIndexesOfFew(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } =
    await client.query(`select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as condition
    from pg_index where indpred is not null`)
  const ofMost = /^\(*\w+ IS NULL\)*( AND \(*\w+ IS NULL\)*)*$/
  return new Set(rows.filter(({ condition }) => !ofMost.test(condition)).map(({ name }) => name))
}

let plans = 0

/**
 * The plan that a connection keeps for the statement. Its limits are those of a page: with unknown ones the server compares costs, and does not keep a plan that
 * costs more than those for the values.
 */
export async function readKeptPlan(client: pg.Client, sql: string): Promise<Step> {
  const name = `plan_${plans++}`
  const paged = sql
    .replaceAll(/\blimit (\$\d+)/g, 'limit case when true then 100 else $1 end')
    .replaceAll(/\boffset (\$\d+)/g, 'offset case when true then 0 else $1 end')
  await client.query(`prepare ${name} as ${paged}`)
  const values = [...sql.matchAll(/\$\d+/g)].map(() => 'null')
  const { rows } = await client.query(`explain (format json) execute ${name}${values.length > 0 ? `(${values})` : ''}`)
  await client.query(`deallocate ${name}`)
  return rows[0]['QUERY PLAN'][0].Plan
}
