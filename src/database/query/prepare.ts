/**
 * Prepared queries: built with Kysely once and compiled once for each engine.
 *
 * `prepare` calls the builder with a proxy instead of the parameters, whose every property is a placeholder. Literals
 * in the builder become part of the SQL text; parameters are always bound. Measured: building a query for each request
 * halves the throughput of a read by key.
 */

import {
  type Compilable,
  DummyDriver,
  Kysely,
  type OperationNodeSource,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Rows, Slice } from '#core/page.ts'
import { notFound } from '#core/problem.ts'
import type { Connection, Database, Engine, Parameters, Statement } from '../database.ts'
import type { Tables } from '../tables/index.ts'
import { compile, type Form, forms, Placeholder } from './compile.ts'

/** A query that returns such rows. */
export type Query<Row> = OperationNodeSource & Compilable<Row>
export type Builder = Pick<
  Kysely<Tables>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'selectNoFrom'
>

/** A context, a transaction, or anything else with a connection. */
export interface WithConnection {
  readonly db: Connection
}

/** A context outside a transaction. */
interface WithDatabase {
  readonly db: Database
}

/** The choice is required for a query that has choices. */
type ChoiceArgument<Choice> = [Choice] extends [never] ? [] : [choice: Choice]

export interface QueryMethods<P, Row, Choice> {
  /** Returns all rows. */
  all(ctx: WithConnection, parameters: P, ...choice: ChoiceArgument<Choice>): Promise<Row[]>
  /** Returns the first row, or null. */
  maybe(ctx: WithConnection, parameters: P, ...choice: ChoiceArgument<Choice>): Promise<Row | null>
  /** Returns the first row, or throws 404 `Resource Not Found`. */
  one(ctx: WithConnection, parameters: P, ...choice: ChoiceArgument<Choice>): Promise<Row>
  /** Runs a change and returns the number of changed rows. */
  run(ctx: WithConnection, parameters: P, ...choice: ChoiceArgument<Choice>): Promise<number>
  /** Returns all rows of a long read, off the event loop. */
  inBackground(ctx: WithDatabase, parameters: P, ...choice: ChoiceArgument<Choice>): Promise<Row[]>
  /** Reads the rows a few at a time. The order must end in a unique column; rows removed meanwhile can hide others. */
  iterate(ctx: WithConnection, parameters: P, ...choice: ChoiceArgument<Choice>): AsyncGenerator<Row>
}

export interface PreparedList<P, Row, Choice> {
  /** Returns the rows of a slice. */
  slice(ctx: WithConnection, parameters: P & Slice, ...choice: ChoiceArgument<Choice>): Promise<Row[]>
  /** Returns the number of all rows. */
  count(ctx: WithConnection, parameters: P, ...choice: ChoiceArgument<Choice>): Promise<number>
  /** Returns both. Where counting could be slow, a list keeps a counter and reads only the slice. */
  page(ctx: WithConnection, parameters: P & Slice, ...choice: ChoiceArgument<Choice>): Promise<Rows<Row>>
  /** Returns both, off the event loop, for searches that may match many rows. */
  pageInBackground(ctx: WithDatabase, parameters: P & Slice, ...choice: ChoiceArgument<Choice>): Promise<Rows<Row>>
}

interface Options<P, Choice> {
  /** Parameters that may be absent; each combination of present ones is compiled once. */
  optional?: readonly (keyof P & string)[]
  /** All values of the choice, for checks that read all statements. */
  choices?: readonly Choice[]
}

const builder: Builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** With spread or rest the proxy would have no parameters, and the statement would be wrong. */
const rejectSpread = () => {
  throw new TypeError('A query takes each of its parameters by name: there is no list of them.')
}

/** The proxy that a builder receives instead of the parameters. */
const createPlaceholders = (absent: ReadonlySet<string>): object =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name !== 'string') throw new TypeError('A query has named parameters only.')
        return absent.has(name) ? undefined : new Placeholder(name)
      },
      has: rejectSpread,
      ownKeys: rejectSpread,
    },
  )

/** A query, for the checks that read all queries. */
export interface PreparedQuery {
  /** True for a page of a list, which must be served by an index. */
  list: boolean
  /** Returns every statement that the query can become on the engine. */
  statements(engine: Engine): Statement[]
}

const registry: PreparedQuery[] = []

/** Returns all queries of the modules that are loaded. */
export const listPreparedQueries = (): readonly PreparedQuery[] => registry

type Build<P, Row, Choice> = (q: Builder, p: P, choice: Choice) => Query<Row>

/**
 * Defines a query with named parameters. `build` runs on first use, once for each engine, each combination of present
 * optional parameters and each choice (such as a sort order), and must depend on nothing else.
 */
export function prepare<P extends object, Row, Choice extends string = never>(
  build: Build<P, Row, Choice>,
  options: Options<P, Choice> = {},
): QueryMethods<P, Row, Choice> {
  const rows = compileOnce(build, options, 'rows')
  const slices = compileOnce(build, options, 'slice')
  registry.push({ list: false, statements: rows.every })

  const all = (ctx: WithConnection, parameters: P, ...[choice]: ChoiceArgument<Choice>) =>
    ctx.db.all<Row>(rows.statement(ctx.db.engine, parameters, choice), parameters as Parameters)

  return {
    all,
    maybe: (ctx, parameters, ...choice) => all(ctx, parameters, ...choice).then(findFirst),
    one: (ctx, parameters, ...choice) => all(ctx, parameters, ...choice).then(getFirst),
    run: (ctx, parameters, ...[choice]) =>
      ctx.db.run(rows.statement(ctx.db.engine, parameters, choice), parameters as Parameters),
    inBackground: (ctx, parameters, ...[choice]) =>
      ctx.db.allInBackground<Row>(rows.statement(ctx.db.engine, parameters, choice), parameters as Parameters),
    async *iterate(ctx, parameters, ...[choice]) {
      const statement = slices.statement(ctx.db.engine, parameters, choice)
      for (let offset = 0; ; offset += iteratedRows) {
        const slice = { ...parameters, limit: iteratedRows, offset } as Parameters
        const some = await ctx.db.all<Row>(statement, slice)
        yield* some
        if (some.length < iteratedRows) return
      }
    },
  }
}

const findFirst = <Row>([row]: readonly Row[]): Row | null => row ?? null

function getFirst<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw notFound
  return row
}

/** Rows that `iterate` reads at a time. */
const iteratedRows = 100

/** Defines a query that is read a page at a time. Its order must end in a unique column. */
export function prepareList<P extends object, Row, Choice extends string = never>(
  build: Build<P, Row, Choice>,
  options: Options<P, Choice> = {},
): PreparedList<P, Row, Choice> {
  const slices = compileOnce(build, options, 'slice')
  const counts = compileOnce(build, options, 'count')
  registry.push({ list: true, statements: (engine) => [...slices.every(engine), ...counts.every(engine)] })

  const slice = (ctx: WithConnection, parameters: P & Slice, ...[choice]: ChoiceArgument<Choice>) =>
    ctx.db.all<Row>(slices.statement(ctx.db.engine, parameters, choice), parameters as Parameters)

  const count = async (ctx: WithConnection, parameters: P, ...[choice]: ChoiceArgument<Choice>) => {
    const statement = counts.statement(ctx.db.engine, parameters, choice)
    const [counted] = await ctx.db.all<{ total: number }>(statement, parameters as Parameters)
    return counted?.total ?? 0
  }

  return {
    slice,
    count,
    async page(ctx, parameters, ...choice) {
      return { rows: await slice(ctx, parameters, ...choice), total: await count(ctx, parameters, ...choice) }
    },
    async pageInBackground({ db }, parameters, ...[choice]) {
      const values = parameters as Parameters
      const [rows, [counted]] = await Promise.all([
        db.allInBackground<Row>(slices.statement(db.engine, parameters, choice), values),
        db.allInBackground<{ total: number }>(counts.statement(db.engine, parameters, choice), values),
      ])
      return { rows, total: counted?.total ?? 0 }
    },
  }
}

function compileOnce<P extends object, Row, Choice extends string>(
  build: Build<P, Row, Choice>,
  { optional = [], choices = [] }: Options<P, Choice>,
  form: Form,
) {
  const compiled: Record<Engine, Map<string, Statement>> = { sqlite: new Map(), postgres: new Map() }

  function statement(engine: Engine, parameters: object, choice: Choice | undefined): Statement {
    const values = parameters as Parameters
    let shape: string = choice ?? ''
    for (const name of optional) shape += values[name] === undefined ? '0' : '1'
    const known = compiled[engine].get(shape)
    if (known) return known
    const absent = new Set<string>(optional.filter((name) => values[name] === undefined))
    const node = build(builder, createPlaceholders(absent) as P, choice as Choice).toOperationNode()
    const made = compile(forms[form](node), engine)
    compiled[engine].set(shape, made)
    return made
  }

  return {
    statement,
    every: (engine: Engine) =>
      (choices.length > 0 ? choices : [undefined]).flatMap((choice) =>
        listCombinations(optional).map((present) => statement(engine, present, choice)),
      ),
  }
}

/**
 * The combinations of optional parameters that checks read: none, each alone, and all. Other combinations are compiled
 * on demand.
 */
function listCombinations(names: readonly string[]): Parameters[] {
  const none: Parameters = {}
  if (names.length === 0) return [none]
  return [none, ...names.map((name) => ({ [name]: true })), Object.fromEntries(names.map((name) => [name, true]))]
}
