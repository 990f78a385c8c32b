/**
 * A read replica: a hot standby that has the same data a moment later
 * (https://www.postgresql.org/docs/current/hot-standby.html).
 *
 * Places in the write-ahead log say what it has. Each change of a user records the place after it, and a read of this user
 * goes to the replica only when that has replayed the place. Whatever the replica cannot do, the primary does.
 */

import type pg from 'pg'
import { Problem } from '#core/problem.ts'
import { type Database, DatabaseError, type Replica, type ReplicaState, type Statement } from '../database.ts'
import { createWorkerClient } from '../worker-client.ts'
import { rethrow } from './errors.ts'
import { createPipelinedReads } from './pipelined-reads.ts'
import { type Client, createPool, runStatement, type TimeLimits } from './pool.ts'

/** A replica that does not have what the primary had at the check before the last ten is not used. */
const maxChecksBehind = 10
/** A read that takes longer is done by the primary. */
const timeouts = { statement: 10_000, answer: 12_000 }

const readIdentity = "select current_database() || ' ' || (select system_identifier from pg_control_system()) as name"
const currentPlace = "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"
const readPlace = `select ${currentPlace} as place`
/** Null for a server that is no standby: the primary itself, or one that keeps the log elsewhere. */
const readReplayed = "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as place"
/** A place that this server has not reached comes from another one, from which the data were moved. */
const readLastChange = `select position from last_changes where user_id = $1 and position <= ${currentPlace}`
const writeLastChange = `insert into last_changes (user_id, position) select id, ${currentPlace} from users where id = $1
  on conflict (user_id) do update set position = greatest(last_changes.position, excluded.position)`

export interface ReplicaOptions {
  primary: Database
  /** The connection pool of the primary database. */
  pool: pg.Pool
  readUrl: string
  connections: number
  limits: TimeLimits
  /** Milliseconds between two checks of the replica. */
  checkedEvery: number
}

export interface OpenReplica extends Replica {
  close(): Promise<void>
}

/**
 * A replica that cannot be reached is used from the moment that it can.
 *
 * @throws {DatabaseError} when the address leads to another database
 */
export async function openReplica({ primary, pool, readUrl, ...options }: ReplicaOptions): Promise<OpenReplica> {
  const { connections, limits, checkedEvery } = options
  const replicaPool = createPool(readUrl, connections, { ...limits, ...timeouts })
  const monitor = new ReplicaMonitor(pool, replicaPool)
  try {
    await monitor.check()
    if (monitor.isOther) throw otherDatabase
  } catch (error) {
    await replicaPool.end()
    throw error
  }
  monitor.start(checkedEvery)

  const thread = createWorkerClient({ url: readUrl })
  const shortReads = createPipelinedReads(replicaPool, connections)
  const reading = redirectReads(primary, { shortReads, longReads: replicaPool, thread, monitor })
  return {
    get state() {
      return monitor.state
    },
    async openFor(userId) {
      if (monitor.state !== 'ok') return primary
      return userId === null || (await hasLastChange(pool, monitor, userId)) ? reading : primary
    },
    recordChange: (userId) => recordChange(pool, userId),
    onChange: (listener) => monitor.onChange(listener),
    async close() {
      await monitor.stop()
      await thread.close()
      await replicaPool.end()
    },
  }
}

/** Returns whether the replica has all that the user has changed. A user without a recorded change may be new. */
async function hasLastChange(pool: pg.Pool, { replayed }: ReplicaMonitor, userId: number): Promise<boolean> {
  const read = { name: 'read-last-change', text: readLastChange, values: [userId] }
  const { rows } = await pool.query(read).catch(rethrow)
  const [known] = rows
  if (known !== undefined) return Number(known.position) <= replayed
  await recordChange(pool, userId)
  return false
}

async function recordChange(pool: pg.Pool, userId: number): Promise<void> {
  const write = { name: 'write-last-change', text: writeLastChange, values: [userId] }
  await pool.query(write).catch(rethrow)
}

const otherDatabase = new DatabaseError(
  'DATABASE_READ_URL leads to another database than DATABASE_URL; it must be its replica.',
)

interface Reading {
  shortReads: Client
  longReads: Client
  thread: ReturnType<typeof createWorkerClient>
  monitor: ReplicaMonitor
}

/** Returns a database that reads from the replica while it answers. */
function redirectReads(primary: Database, { shortReads, longReads, thread, monitor }: Reading): Database {
  /** The primary answers also what the replica refuses, such as a read of a table that it does not have yet. */
  const readOr = async <T>(read: () => Promise<T>, readPrimary: () => Promise<T>): Promise<T> => {
    if (monitor.state !== 'ok') return readPrimary()
    try {
      return await read()
    } catch (error) {
      if (error instanceof Problem && error.status === 503) monitor.reportFailure()
      else if (error instanceof Problem) throw error
      return readPrimary()
    }
  }
  /** Reads from the replica by the chosen client. Statements that change something, and reads that fail, go to the primary. */
  const readBy =
    (chooseClient: (statement: Statement) => Client, readPrimary: Database['all']): Database['all'] =>
    (statement, parameters) =>
      statement.reads
        ? readOr(
            () => runStatement(chooseClient(statement), statement, parameters).then(({ rows }) => rows),
            () => readPrimary(statement, parameters),
          )
        : readPrimary(statement, parameters)
  return {
    ...primary,
    all: readBy(({ isUnlimited }) => (isUnlimited ? longReads : shortReads), primary.all),
    allInBackground: readBy(() => longReads, primary.allInBackground),
    runInWorker: (job) =>
      readOr(
        () => thread.run(job),
        () => primary.runInWorker(job),
      ),
  }
}

/** Follows what the replica has replayed. */
class ReplicaMonitor {
  state: ReplicaState = 'unreachable'
  /** The place in the write-ahead log up to which the replica has all changes. */
  replayed = 0
  /** Whether it is no replica of the primary; null until it has answered. */
  isOther: boolean | null = null
  readonly #primary: pg.Pool
  readonly #replica: pg.Pool
  /** The places of the primary at the last checks, oldest first. */
  readonly #places: number[] = []
  #listener: (state: ReplicaState) => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined

  constructor(primary: pg.Pool, replica: pg.Pool) {
    this.#primary = primary
    this.#replica = replica
  }

  start(checkedEvery: number) {
    this.#timer = setInterval(() => {
      this.#checking ??= this.check().finally(() => {
        this.#checking = undefined
      })
    }, checkedEvery)
    this.#timer.unref()
  }

  async stop() {
    clearInterval(this.#timer)
    await this.#checking
  }

  onChange(listener: (state: ReplicaState) => void) {
    this.#listener = listener
  }

  /** A read has failed, so the replica is not used until it answers a check. */
  reportFailure() {
    this.#enter('unreachable')
  }

  async check() {
    try {
      const { rows } = await this.#primary.query(readPlace)
      this.#places.push(Number(rows[0]?.place))
      if (this.#places.length > maxChecksBehind) this.#places.shift()
    } catch {
      // Nothing is known about the replica while the primary does not answer.
      return
    }
    try {
      this.isOther ??= await this.#isOtherDatabase()
      if (this.isOther) return
      const { rows } = await this.#replica.query(readReplayed)
      const place = rows[0]?.place
      this.replayed = place == null ? Number.POSITIVE_INFINITY : Number(place)
      this.#enter(this.replayed >= (this.#places[0] ?? 0) || this.#places.length < maxChecksBehind ? 'ok' : 'behind')
    } catch {
      // The log and `/health/ready` say so.
      this.#enter('unreachable')
    }
  }

  async #isOtherDatabase(): Promise<boolean> {
    const pools = [this.#primary, this.#replica]
    const names = await Promise.all(pools.map(async (pool) => (await pool.query(readIdentity)).rows[0]?.name))
    return names[0] !== names[1]
  }

  #enter(state: ReplicaState) {
    if (state === this.state) return
    this.state = state
    this.#listener(state)
  }
}
