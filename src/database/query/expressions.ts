/** SQL expressions that differ between the engines. */

import {
  type Expression,
  ExpressionWrapper,
  type OperationNode,
  type OperationNodeSource,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Decoding, Engine } from '../database.ts'
import type { Tables } from '../tables/index.ts'

const renderings = new WeakMap<OperationNode, Record<Engine, OperationNode>>()
const decodings = new WeakMap<OperationNode, Decoding>()

/** Returns the variant of a `perEngine` node for the engine; undefined for other nodes. */
export const findRendering = (node: OperationNode, engine: Engine) => renderings.get(node)?.[engine]

/** Returns the decoding that `asBoolean` or `asJson` gave a node. */
export const findDecoding = (node: OperationNode) => decodings.get(node)

/** An expression with a variant for each engine. */
export function perEngine<T>(spellings: Record<Engine, RawBuilder<T>>): ExpressionWrapper<Tables, never, T> {
  const node = sql`per engine`.toOperationNode()
  renderings.set(node, {
    sqlite: spellings.sqlite.toOperationNode(),
    postgres: spellings.postgres.toOperationNode(),
  })
  return new ExpressionWrapper<Tables, never, T>(node)
}

/** The copies of the tables that exist twice. */
export type TableCopy = '1' | '2'
/** The tables of a search index: a copy of those of researchers, or those of all lists. */
export type TableArea = TableCopy | 'lists'

/** Names a table that exists several times. All are alike, so the type is that of the first. */
export const inCopy = <T extends keyof Tables & string>(table: T, area: TableArea): T =>
  (area === '1' ? table : `${table}_${area}`) as T

/** The option of `prepare` for a query of such a table. */
export const inBothCopies = { choices: ['1', '2'] } as const satisfies { choices: readonly TableCopy[] }
/** The same for a query of the index of researchers and of those of lists. */
export const inAllAreas = { choices: ['1', '2', 'lists'] } as const satisfies { choices: readonly TableArea[] }

/** Decodes a computed column as a boolean on SQLite. */
export const asBoolean = (expression: OperationNodeSource) => withDecoding<boolean>(expression, 'boolean')

/** Decodes a computed column as JSON on SQLite. */
export const asJson = <T>(expression: OperationNodeSource) => withDecoding<T>(expression, 'json')

function withDecoding<T>(expression: OperationNodeSource, decoding: Decoding) {
  const inner = expression.toOperationNode()
  // Wrapped, because the same expression may also be used where it is not a result column.
  const node = sql`${new ExpressionWrapper(inner)}`.toOperationNode()
  decodings.set(node, decoding)
  return new ExpressionWrapper<Tables, never, T>(node)
}

/** Whether no API key created the row, or the key is still valid at `now`. A key that is deleted deletes its rows. */
export const isOfValidKey = (column: string, now: string) =>
  sql<boolean>`(${sql.ref(column)} is null or exists (
    select 1 from "access_tokens" where "access_tokens"."id" = ${sql.ref(column)} and "access_tokens"."expires_at" > ${now}))`

/** A JSON object of the named expressions. */
export function jsonObject<T>(fields: Record<keyof T & string, Expression<unknown>>) {
  const parts = sql.join(Object.entries<Expression<unknown>>(fields).flatMap(([name, value]) => [sql.lit(name), value]))
  return asJson<T>(perEngine({ sqlite: sql`json_object(${parts})`, postgres: sql`jsonb_build_object(${parts})` }))
}

/** A JSON array of the expression over all rows; empty without rows. */
export const jsonArray = <T>(expression: Expression<T>) =>
  asJson<T[]>(
    perEngine({
      sqlite: sql`json_group_array(${expression})`,
      postgres: sql`coalesce(jsonb_agg(${expression}), '[]'::jsonb)`,
    }),
  )

/** The integers of a list that is passed as one JSON parameter, for `in`. */
export const integerList = (list: readonly number[]) =>
  perEngine<number>({
    sqlite: sql`(select value from json_each(${list}))`,
    postgres: sql`(select value::bigint from jsonb_array_elements_text(${list}::jsonb))`,
  })

/** The texts of a list that is passed as one JSON parameter, for `in`. */
export const textList = (list: readonly string[]) =>
  perEngine<string>({
    sqlite: sql`(select value from json_each(${list}))`,
    postgres: sql`(select value from jsonb_array_elements_text(${list}::jsonb))`,
  })

/** Rows that are passed as one JSON array; select them `as given`, each is a `given.value`. */
export const jsonRows = (rows: readonly unknown[]) =>
  perEngine<{ value: string }>({
    sqlite: sql`json_each(${rows})`,
    postgres: sql`jsonb_array_elements(${rows}::jsonb)`,
  })

/** A time in an expression where PostgreSQL cannot infer its type from a column. */
export const castTimestamp = (time: unknown) =>
  perEngine<string>({ sqlite: sql`${time}`, postgres: sql`cast(${time} as timestamptz(3))` })

/** Rows passed as one JSON array of arrays. */
export const arrayRows = (rows: readonly unknown[]) =>
  perEngine<string>({
    sqlite: sql`json_each(${rows})`,
    postgres: sql`jsonb_array_elements(${rows}::jsonb) as rows(value)`,
  })

export const castInteger = (text: unknown) => sql<number>`cast(${text} as bigint)`

/**
 * Whether a boolean column is true, as a condition of an index is written: SQLite uses an index with the condition for the column alone, and
 * not for a comparison of the column with true.
 */
export const isTrue = (column: string) => sql<boolean>`${sql.ref(column)}`

/** Whether the text contains the part, both folded. */
export const containsText = (text: RawBuilder<unknown>, part: string) =>
  perEngine<SqlBool>({
    sqlite: sql`instr(${text}, ${part}) > 0`,
    postgres: sql`strpos(${text}, ${part}) > 0`,
  })

/** Whether the text contains the part in any case. `like` is not used, because its patterns give some characters a meaning. */
export const containsIgnoringCase = (text: RawBuilder<unknown>, part: string) =>
  perEngine<SqlBool>({
    sqlite: sql`instr(lower(${text}), lower(${part})) > 0`,
    postgres: sql`strpos(lower(${text}), lower(${part})) > 0`,
  })

/** The length of a list in a column of JSON. */
export const countElements = (column: string) =>
  perEngine<number>({
    sqlite: sql`json_array_length(${sql.ref(column)})`,
    postgres: sql`jsonb_array_length(${sql.ref(column)})`,
  })

/** The number of rows and the bytes that the columns have in them, for `ensureWithin`. */
export const measureRows = (...columns: readonly string[]) => {
  const sizes = columns.map((column) => sql`coalesce(octet_length(cast(${sql.ref(column)} as text)), 0)`)
  return [
    sql<number>`count(*)`.as('total'),
    sql<number>`cast(coalesce(sum(${sizes.length === 0 ? sql`0` : sql.join(sizes, sql` + `)}), 0) as bigint)`.as(
      'bytes',
    ),
  ] as const
}
