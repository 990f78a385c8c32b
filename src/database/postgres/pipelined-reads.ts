/**
 * Sends short reads of many requests over a few connections, without waiting for the answer to the read before (pipelining,
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING). Measured: with a connection for each read, more
 * than half of the processor time of `GET /auth/me` was spent in the system call that wakes a sleeping session of the server. A session that
 * has further reads to answer is awake.
 */

import type pg from 'pg'
import type { Client } from './pool.ts'

/** Enough for short reads, which a server answers faster than one event loop sends them. */
const usualConnections = 2
/** Of the connections of the pool; the others are for transactions and long reads, which must not wait for short ones. */
const maxShare = 1 / 2
/** A connection whose first unanswered read has waited for so long gets no further ones while there is another, or can be. */
const slowAfterMs = 20

/** A connection of the pool, while it has reads to answer. */
interface Lane {
  client: Promise<pg.PoolClient>
  /** When each unanswered read was sent, by `performance.now()`; answers arrive in this order. */
  sentAt: number[]
  hasFailed: boolean
}

/**
 * Returns a client for statements that only read, each in a transaction of its own, and are short: a long one delays those
 * behind it. A pool with fewer than four connections is returned as it is.
 */
export function createPipelinedReads(pool: pg.Pool, poolSize: number): Client {
  const most = Math.floor(poolSize * maxShare)
  if (most < usualConnections) return pool
  const lanes = new Set<Lane>()

  function chooseLane(now: number): Lane {
    const prompt = [...lanes].filter((lane) => !isSlow(lane, now))
    const isSlowEverywhere = prompt.length === 0 && lanes.size < most
    if (lanes.size < usualConnections || isSlowEverywhere) return openLane()
    const candidates = prompt.length > 0 ? prompt : [...lanes]
    return candidates.reduce((one, other) => (one.sentAt.length <= other.sentAt.length ? one : other))
  }

  function openLane(): Lane {
    const lane = { client: pool.connect(), sentAt: [], hasFailed: false }
    lanes.add(lane)
    return lane
  }

  async function query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const now = performance.now()
    const lane = chooseLane(now)
    lane.sentAt.push(now)
    let client: pg.PoolClient | undefined
    try {
      client = await lane.client
      return await client.query(config)
    } catch (error) {
      // The connection may be broken. It answers what was sent already, and is closed then.
      lane.hasFailed = true
      lanes.delete(lane)
      throw error
    } finally {
      lane.sentAt.shift()
      if (lane.sentAt.length === 0) {
        lanes.delete(lane)
        client?.release(lane.hasFailed)
      }
    }
  }
  return { query: query as Client['query'] }
}

const isSlow = ({ sentAt: [first] }: Lane, now: number): boolean => first !== undefined && now - first > slowAfterMs
