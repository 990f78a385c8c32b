/** Compiles the nodes of a query into the SQL text and the parameters of each engine. */

import {
  type AliasNode,
  LimitNode,
  OffsetNode,
  type OperationNode,
  PostgresQueryCompiler,
  type RawNode,
  type RootOperationNode,
  SelectionNode,
  type SelectQueryNode,
  SqliteQueryCompiler,
  sql,
  ValueNode,
} from 'kysely'
import type { Decoding, Engine, Statement } from '../database.ts'
import { findDecoding, findRendering } from './expressions.ts'

/** A placeholder for the value of a parameter. */
export class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

class PositionalSqlite extends SqliteQueryCompiler {
  readonly names: string[] = []
  readonly decodings = new Map<string, Decoding>()

  protected override appendValue(value: unknown) {
    if (!(value instanceof Placeholder)) return this.appendImmediateValue(encodeLiteral(value))
    this.names.push(value.name)
    this.append('?')
  }

  protected override visitRaw(node: RawNode) {
    const rendering = findRendering(node, 'sqlite')
    if (rendering) this.visitNode(rendering)
    else super.visitRaw(node)
  }

  protected override visitAlias(node: AliasNode) {
    const decoding = findDecoding(node.node)
    if (decoding && 'name' in node.alias && typeof node.alias.name === 'string')
      this.decodings.set(node.alias.name, decoding)
    super.visitAlias(node)
  }
}

class PositionalPostgres extends PostgresQueryCompiler {
  readonly names: string[] = []
  readonly decodings = new Map<string, Decoding>()

  protected override appendValue(value: unknown) {
    if (!(value instanceof Placeholder)) return this.appendImmediateValue(encodeLiteral(value))
    // A position for each occurrence, because PostgreSQL infers the type of a parameter from its position.
    this.names.push(value.name)
    this.append(`$${this.names.length}`)
  }

  protected override visitRaw(node: RawNode) {
    const rendering = findRendering(node, 'postgres')
    if (rendering) this.visitNode(rendering)
    else super.visitRaw(node)
  }
}

const compilers = { sqlite: PositionalSqlite, postgres: PositionalPostgres }
let keys = 0

/** Compiles a query for an engine. */
export function compile(node: OperationNode, engine: Engine): Statement {
  const compiler = new compilers[engine]()
  const { sql: text } = compiler.compileQuery(node as RootOperationNode, { queryId: 'prepared' })
  return {
    key: ++keys,
    sql: engine === 'sqlite' ? keepPlan(text) : text,
    parameters: compiler.names,
    decodings: compiler.decodings,
    reads: node.kind === 'SelectQueryNode',
  }
}

/**
 * Makes an expression of each limit that is a parameter. SQLite reads the value of a parameter that is the limit itself when it plans
 * the statement, and so plans it again whenever a value is bound (`sqlite3ExprIsInteger` and `expmask` in its source). Measured: a page of
 * projects takes 72 µs instead of 156.
 */
const keepPlan = (text: string) => text.replaceAll(/\b(limit|offset) \?/g, '$1 ? + 0')

// Constants in a builder: JSON columns take them as text, other columns unchanged.
const encodeLiteral = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** The variants of a list query: all rows, a slice of them, or their number. */
export type Form = 'rows' | 'slice' | 'count'

export const forms: Record<Form, (node: OperationNode) => OperationNode> = {
  rows: (node) => node,
  slice: (node) => ({
    ...requireSelect(node),
    limit: LimitNode.create(ValueNode.create(new Placeholder('limit'))),
    offset: OffsetNode.create(ValueNode.create(new Placeholder('offset'))),
  }),
  count: (node) => {
    const { orderBy: _, ...select } = requireSelect(node)
    return { ...select, selections: [SelectionNode.create(sql`count(*)`.as('total').toOperationNode())] }
  },
}

function requireSelect(node: OperationNode): SelectQueryNode {
  const select = node as SelectQueryNode
  if (select.kind !== 'SelectQueryNode' || select.groupBy || select.distinctOn || select.limit || select.setOperations)
    throw new TypeError('Only a plain select can be paged.')
  return select
}
