/**
 * Queries, built with Kysely once and compiled once for each engine.
 *
 * `prepare` runs the builder with a stand-in for the parameters, whose every property is a placeholder, so the
 * builder reads as if it had the values. What a builder writes literally is compiled into the text; what comes from
 * the parameters is always bound. Measured: building a query per request halves the throughput of a read by key.
 */

import {
  type Compilable,
  DummyDriver,
  type Expression,
  ExpressionWrapper,
  Kysely,
  LimitNode,
  OffsetNode,
  type OperationNode,
  type OperationNodeSource,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  SelectionNode,
  type SelectQueryNode,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import { notFound } from '../core/problem.ts'
import type { Rows, Slice } from '../core/page.ts'
import type { Connection, Database, Decoding, Engine, Parameters, Statement } from './database.ts'
import type { Tables } from './tables.ts'

type Query<Row> = OperationNodeSource & Compilable<Row>
export type Builder = Pick<Kysely<Tables>, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with' | 'selectNoFrom'>

/** Whatever carries a connection: a request's context or a transaction. */
interface Reach {
  readonly db: Connection
}

/** What is not inside a transaction. */
interface Wide {
  readonly db: Database
}

export interface Prepared<P, Row, Choice> {
  /** All rows. */
  all(reach: Reach, parameters: P, choice?: Choice): Promise<Row[]>
  /** The first row, or null. */
  maybe(reach: Reach, parameters: P, choice?: Choice): Promise<Row | null>
  /** The first row, or the problem `Resource Not Found`. */
  one(reach: Reach, parameters: P, choice?: Choice): Promise<Row>
  /** Runs a change; how many rows it touched. */
  run(reach: Reach, parameters: P, choice?: Choice): Promise<number>
  /** All rows of a read that may take long, off the event loop. */
  inBackground(reach: Wide, parameters: P, choice?: Choice): Promise<Row[]>
}

export interface PreparedList<P, Row, Choice> {
  /** The rows of a slice. */
  slice(reach: Reach, parameters: P & Slice, choice?: Choice): Promise<Row[]>
  /** How many rows there are in all. */
  count(reach: Reach, parameters: P, choice?: Choice): Promise<number>
  /** Both. Where the count could take long, a list keeps a counter and asks for the slice alone. */
  page(reach: Reach, parameters: P & Slice, choice?: Choice): Promise<Rows<Row>>
  /** Both, off the event loop: for searches that may match much. */
  pageInBackground(reach: Wide, parameters: P & Slice, choice?: Choice): Promise<Rows<Row>>
}

interface Options<P, Choice> {
  /** Parameters that may be absent; each combination of those present is compiled once. */
  optional?: readonly (keyof P & string)[]
  /** Every value the choice may take, for the checks that read all statements. */
  choices?: readonly Choice[]
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Compiler {
  compile(node: OperationNode): Statement
}

const renderings = new WeakMap<OperationNode, Record<Engine, OperationNode>>()
const decodings = new WeakMap<OperationNode, Decoding>()

/** An expression that has to be spelled differently on the two engines. */
export function perEngine<T>(spellings: Record<Engine, RawBuilder<T>>): Expression<T> {
  const node = sql`per engine`.toOperationNode()
  renderings.set(node, { sqlite: spellings.sqlite.toOperationNode(), postgres: spellings.postgres.toOperationNode() })
  return new ExpressionWrapper<Tables, never, T>(node)
}

/** Tells the SQLite engine that a computed column is a boolean. */
export const asBoolean = (expression: OperationNodeSource) => decoded<boolean>(expression, 'boolean')

/** Tells the SQLite engine that a computed column is JSON. */
export const asJson = <T>(expression: OperationNodeSource) => decoded<T>(expression, 'json')

function decoded<T>(expression: OperationNodeSource, decoding: Decoding) {
  const inner = expression.toOperationNode()
  // A wrapper of its own, because the same expression may also stand where it is not a result column.
  const node = sql`${new ExpressionWrapper(inner)}`.toOperationNode()
  decodings.set(node, decoding)
  return new ExpressionWrapper<Tables, never, T>(node)
}

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

/** The integers of a list given as one JSON parameter, for `in`. */
export const integersOf = (list: readonly number[]) =>
  perEngine<number>({
    sqlite: sql`(select value from json_each(${list}))`,
    postgres: sql`(select value::bigint from jsonb_array_elements_text(${list}::jsonb))`,
  })

/** The texts of a list given as one JSON parameter, for `in`. */
export const textsOf = (list: readonly string[]) =>
  perEngine<string>({
    sqlite: sql`(select value from json_each(${list}))`,
    postgres: sql`(select value from jsonb_array_elements_text(${list}::jsonb))`,
  })

class Compilation {
  readonly names: string[] = []
  readonly decodings = new Map<string, Decoding>()
}

const sqliteCompiler = (): Compiler => {
  let compilation = new Compilation()
  class NamedSqlite extends SqliteQueryCompiler {
    protected override appendValue(value: unknown) {
      if (!(value instanceof Placeholder)) return this.appendImmediateValue(literal(value))
      if (!compilation.names.includes(value.name)) compilation.names.push(value.name)
      this.append(`:${value.name}`)
    }
    protected override visitRaw(node: Parameters0<SqliteQueryCompiler['visitRaw']>) {
      const rendering = renderings.get(node)
      if (rendering) this.visitNode(rendering.sqlite)
      else super.visitRaw(node)
    }
    protected override visitAlias(node: Parameters0<SqliteQueryCompiler['visitAlias']>) {
      note(compilation, node)
      super.visitAlias(node)
    }
  }
  return {
    compile(node) {
      compilation = new Compilation()
      const { sql: text } = new NamedSqlite().compileQuery(rootOf(node), queryId)
      return statement(text, compilation, node)
    },
  }
}

const postgresCompiler = (): Compiler => {
  let compilation = new Compilation()
  class PositionalPostgres extends PostgresQueryCompiler {
    protected override appendValue(value: unknown) {
      if (!(value instanceof Placeholder)) return this.appendImmediateValue(literal(value))
      // A position for each occurrence: PostgreSQL infers a parameter's type from where it stands.
      compilation.names.push(value.name)
      this.append(`$${compilation.names.length}`)
    }
    protected override visitRaw(node: Parameters0<PostgresQueryCompiler['visitRaw']>) {
      const rendering = renderings.get(node)
      if (rendering) this.visitNode(rendering.postgres)
      else super.visitRaw(node)
    }
  }
  return {
    compile(node) {
      compilation = new Compilation()
      const { sql: text } = new PositionalPostgres().compileQuery(rootOf(node), queryId)
      return statement(text, compilation, node)
    },
  }
}

type Parameters0<F> = F extends (first: infer T) => unknown ? T : never

const compilers: Record<Engine, Compiler> = { sqlite: sqliteCompiler(), postgres: postgresCompiler() }
const queryId = { queryId: 'prepared' }
const rootOf = (node: OperationNode) => node as RootOperationNode

// A builder's own constants: JSON columns take them as text, everything else as it is.
const literal = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

function note(compilation: Compilation, node: { node: OperationNode; alias: OperationNode }) {
  const decoding = decodings.get(node.node)
  if (decoding && 'name' in node.alias && typeof node.alias.name === 'string')
    compilation.decodings.set(node.alias.name, decoding)
}

let keys = 0
const statement = (text: string, compilation: Compilation, node: OperationNode): Statement => ({
  key: ++keys,
  sql: text,
  parameters: compilation.names,
  decodings: compilation.decodings,
  reads: node.kind === 'SelectQueryNode',
})

const builder: Builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** What a builder receives in place of the parameters. */
const placeholders = (absent: ReadonlySet<string>): object =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name !== 'string') throw new TypeError('A query has named parameters only.')
        return absent.has(name) ? undefined : new Placeholder(name)
      },
    },
  )

type Form = 'rows' | 'slice' | 'count'

const forms: Record<Form, (node: OperationNode) => OperationNode> = {
  rows: (node) => node,
  slice: (node) => ({
    ...selectOf(node),
    limit: LimitNode.create(ValueNode.create(new Placeholder('limit'))),
    offset: OffsetNode.create(ValueNode.create(new Placeholder('offset'))),
  }),
  count: (node) => {
    const { orderBy: _, ...select } = selectOf(node)
    return { ...select, selections: [SelectionNode.create(sql`count(*)`.as('total').toOperationNode())] }
  },
}

function selectOf(node: OperationNode): SelectQueryNode {
  const select = node as SelectQueryNode
  if (select.kind !== 'SelectQueryNode' || select.groupBy || select.distinctOn || select.limit || select.setOperations)
    throw new TypeError('Only a plain select can be paged.')
  return select
}

/** A query of the program, for the checks that read them all. */
export interface Described {
  /** True when it fills a page and so must be served by an index. */
  list: boolean
  /** Every statement it can become on the engine. */
  statements(engine: Engine): Statement[]
}

const registry: Described[] = []

/** All prepared queries of the modules loaded so far. */
export const preparedQueries = (): readonly Described[] => registry

type Build<P, Row, Choice> = (q: Builder, p: P, choice: Choice) => Query<Row>

/**
 * A query with named parameters. `build` runs on first use, once for each engine, each combination of optional
 * parameters that are present, and each choice (a sort order, say); it must depend on nothing else.
 */
export function prepare<P extends object, Row, Choice extends string = never>(
  build: Build<P, Row, Choice>,
  options: Options<P, Choice> = {},
): Prepared<P, Row, Choice> {
  const rows = compiledOnce(build, options, 'rows')
  registry.push({ list: false, statements: rows.every })

  const all = (reach: Reach, parameters: P, choice?: Choice) =>
    reach.db.all<Row>(rows.statement(reach.db.engine, parameters, choice), parameters as Parameters)

  return {
    all,
    async maybe(reach, parameters, choice) {
      return (await all(reach, parameters, choice))[0] ?? null
    },
    async one(reach, parameters, choice) {
      const row = (await all(reach, parameters, choice))[0]
      if (row === undefined) throw notFound
      return row
    },
    run: (reach, parameters, choice) =>
      reach.db.run(rows.statement(reach.db.engine, parameters, choice), parameters as Parameters),
    inBackground: (reach, parameters, choice) =>
      reach.db.allInBackground<Row>(rows.statement(reach.db.engine, parameters, choice), parameters as Parameters),
  }
}

/** Like `prepare`, for a select that is read a page at a time. Its order must end in a unique column. */
export function prepareList<P extends object, Row, Choice extends string = never>(
  build: Build<P, Row, Choice>,
  options: Options<P, Choice> = {},
): PreparedList<P, Row, Choice> {
  const slices = compiledOnce(build, options, 'slice')
  const counts = compiledOnce(build, options, 'count')
  registry.push({ list: true, statements: (engine) => [...slices.every(engine), ...counts.every(engine)] })

  const slice = (reach: Reach, parameters: P & Slice, choice?: Choice) =>
    reach.db.all<Row>(slices.statement(reach.db.engine, parameters, choice), parameters as Parameters)

  const count = async (reach: Reach, parameters: P, choice?: Choice) => {
    const statement = counts.statement(reach.db.engine, parameters, choice)
    const [counted] = await reach.db.all<{ total: number }>(statement, parameters as Parameters)
    return counted?.total ?? 0
  }

  return {
    slice,
    count,
    async page(reach, parameters, choice) {
      return { rows: await slice(reach, parameters, choice), total: await count(reach, parameters, choice) }
    },
    async pageInBackground({ db }, parameters, choice) {
      const values = parameters as Parameters
      const [rows, [counted]] = await Promise.all([
        db.allInBackground<Row>(slices.statement(db.engine, parameters, choice), values),
        db.allInBackground<{ total: number }>(counts.statement(db.engine, parameters, choice), values),
      ])
      return { rows, total: counted?.total ?? 0 }
    },
  }
}

function compiledOnce<P extends object, Row, Choice extends string>(
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
    const node = build(builder, placeholders(absent) as P, choice as Choice).toOperationNode()
    const made = compilers[engine].compile(forms[form](node))
    compiled[engine].set(shape, made)
    return made
  }

  return {
    statement,
    every: (engine: Engine) =>
      (choices.length > 0 ? choices : [undefined]).flatMap((choice) =>
        combinations(optional).map((present) => statement(engine, present, choice)),
      ),
  }
}

/** With none present, with each alone and with all: enough to read every clause a query can have. */
function combinations(names: readonly string[]): Parameters[] {
  const none: Parameters = {}
  if (names.length === 0) return [none]
  return [none, ...names.map((name) => ({ [name]: true })), Object.fromEntries(names.map((name) => [name, true]))]
}
