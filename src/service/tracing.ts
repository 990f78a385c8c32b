/** Traces what the parts of the service do, if a collector is configured. */

import type { Logger } from 'pino'
import { joinGateways } from '#adapters/payments/gateways.ts'
import type { ExportedSignals, Telemetry } from '#adapters/telemetry/telemetry.ts'
import type { Platform } from '#context.ts'
import { OperatorError } from '#core/operator-error.ts'
import { version } from '#core/version.ts'
import type { Connection, Database, Replica, Statement } from '#database/database.ts'
import type { Task } from '#platform/tasks.ts'

/** What is exported to, and the logger whose entries name the trace of their work. */
interface Tracing {
  telemetry: Telemetry | null
  logger: Logger
}

/** The packages are imported only when they are used. */
export async function loadTelemetry(settings: ExportedSignals | null, logger: Logger): Promise<Tracing> {
  if (settings === null) return { telemetry: null, logger }
  const module = await import('#adapters/telemetry/open.ts').catch((error: unknown) => {
    throw new OperatorError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed: run "npm ci" without --workspaces=false.',
      { cause: error },
    )
  })
  const telemetry = module.openTelemetry(settings, version, logger)
  const addTraceIds = (fields: object) => ({ ...telemetry.readTraceIds(), ...fields })
  return { telemetry, logger: logger.child({}, { formatters: { log: addTraceIds } }) }
}

type TracedParts = Pick<Platform, 'db' | 'mail' | 'payments' | 'storage'>

const gatewayMethods = [
  'createCustomer',
  'store',
  'remove',
  'charge',
  'findOutcome',
  'abandon',
  'refund',
  'forget',
] as const

/** Makes spans of statements, and of what mail, gateway and storage do. */
export function traceParts<T extends TracedParts>(telemetry: Telemetry | null, parts: T): T {
  if (telemetry === null) return parts
  const { trace, traceCall } = telemetry
  return {
    ...parts,
    db: traceDatabase(telemetry, parts.db),
    mail: traceMethods(trace, 'mail', parts.mail, ['deliver']),
    payments: joinGateways(
      parts.payments.all.map((gateway) => traceMethods(traceCall, 'payments', gateway, gatewayMethods)),
    ),
    storage: traceMethods(trace, 'storage', parts.storage, ['keep', 'open', 'fetch', 'remove', 'list', 'removeFolder']),
  }
}

export const traceTasks = (telemetry: Telemetry | null, all: readonly Task[]): readonly Task[] =>
  telemetry === null
    ? all
    : all.map((task) => ({
        ...task,
        handle: (ctx, payload) => telemetry.trace(`task ${task.kind}`, {}, () => task.handle(ctx, payload)),
      }))

/** Traces each statement and transaction. The text of a statement has no values. */
function traceDatabase(telemetry: Telemetry, db: Database): Database {
  const system = db.engine === 'sqlite' ? 'sqlite' : 'postgresql'
  const trace = <T>(statement: Statement, work: () => Promise<T>): Promise<T> =>
    telemetry.trace(summarizeStatement(statement), { 'db.system.name': system, 'db.query.text': statement.sql }, work)
  const traceConnection = (connection: Connection): Connection => ({
    engine: connection.engine,
    all: (statement, parameters) => trace(statement, () => connection.all(statement, parameters)),
    run: (statement, parameters) => trace(statement, () => connection.run(statement, parameters)),
  })
  return {
    ...db,
    ...traceConnection(db),
    replica: db.replica && traceReplica(telemetry, db.replica),
    allInBackground: (statement, parameters) => trace(statement, () => db.allInBackground(statement, parameters)),
    transaction: (work, options) =>
      telemetry.trace('transaction', { 'db.system.name': system }, () =>
        db.transaction(
          (connection) =>
            work({ ...traceConnection(connection), commitWith: (change) => connection.commitWith(change) }),
          options,
        ),
      ),
  }
}

const traceReplica = (telemetry: Telemetry, replica: Replica): Replica => ({
  get state() {
    return replica.state
  },
  openFor: async (userId) => traceDatabase(telemetry, await replica.openFor(userId)),
  recordChange: (userId) => replica.recordChange(userId),
  onChange: (listener) => replica.onChange(listener),
})

const summaries = new WeakMap<Statement, string>()

/** Names a statement by its verb and its first table, such as `select job_posts`. */
function summarizeStatement(statement: Statement): string {
  const known = summaries.get(statement)
  if (known !== undefined) return known
  const [verb = 'statement'] = /\w+/.exec(statement.sql) ?? []
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(statement.sql)?.[1]
  const summary = table === undefined ? verb : `${verb} ${table}`
  summaries.set(statement, summary)
  return summary
}

/** Traces calls of the named methods, which return promises. */
function traceMethods<T extends object>(
  call: Telemetry['trace'],
  name: string,
  target: T,
  methods: readonly (keyof T & string)[],
): T {
  const traced = new Set<string | symbol>(methods)
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key)
      if (typeof value !== 'function' || !traced.has(key)) return value
      return (...parameters: unknown[]) =>
        call(`${name} ${String(key)}`, {}, async () => Reflect.apply(value, object, parameters))
    },
  })
}
