/** Simulated users, who do one thing after the other and remember what was acknowledged. */

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Reply } from '#test/support/client.ts'

/** A running program, as its clients see it. */
export interface Program {
  anonymous: Client
  as(token: string): Client
}

/** A user with an account. */
export interface Account {
  id: number
  email: string
  token: string
}

/** A user whose card can be charged. */
export interface PayingAccount extends Account {
  payment_method_id: number
}

export interface SimulatedUser {
  /** Does the next step. Throws `Unanswered` when its outcome is unknown. */
  act(program: Program): Promise<void>
  /**
   * Fails unless everything acknowledged is stored, and nothing partially. The outcomes of unanswered requests are
   * known afterwards. `settled` says that background work has finished; then objects of earlier checks are checked in
   * full again.
   */
  check(program: Program, settled: boolean): Promise<void>
}

/** The connection broke, or the database was unavailable: the outcome is unknown. */
class Unanswered extends Error {}

/** Wraps the clients, so that failures of the connection or the database throw `Unanswered`. */
export const throwUnanswered = ({ anonymous, as }: Program): Program => ({
  anonymous: wrapClient(anonymous),
  as: (token) => wrapClient(as(token)),
})

const wrapClient = (client: Client): Client => ({
  get: (...asked) => readReply(client.get(...asked)),
  post: (...asked) => readReply(client.post(...asked)),
  put: (...asked) => readReply(client.put(...asked)),
  delete: (...asked) => readReply(client.delete(...asked)),
  send: (...asked) => readReply(client.send(...asked)),
})

async function readReply(asking: Promise<Reply>): Promise<Reply> {
  const reply = await asking.catch((error: unknown) => {
    throw isBroken(error) ? new Unanswered(error.message, { cause: error }) : error
  })
  if (reply.status !== 503) return reply
  assert.match(reply.message, /^The database (cannot be reached at the moment|is busy), please try again\.$/)
  assert.match(reply.headers.get('retry-after') ?? '', /^[12]$/)
  throw new Unanswered(reply.message)
}

/** Returns whether the connection was refused or broke before the end of the response. */
const isBroken = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(ECONNRESET|ECONNREFUSED|EPIPE)$/.test(String(error.code))

/** Returns the reply; fails for any other status. */
export function expectStatus(reply: Reply, ...statuses: number[]): Reply {
  assert.ok(statuses.includes(reply.status), `${reply.status}: ${reply.text}`)
  return reply
}

const perPage = 100

type Row = Reply['data']

/** Reads all pages of a list; their number must agree with the total. */
export async function readAll(client: Client, path: string) {
  const rows: Row[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const separator = path.includes('?') ? '&' : '?'
    const { data, meta } = expectStatus(await client.get(`${path}${separator}limit=${perPage}&page=${page}`), 200)
    rows.push(...data)
    last = meta?.last_page ?? 1
    if (page === last && meta) assert.equal(rows.length, meta.total, `${path} has another total`)
  }
  return rows
}

interface TrafficObserver {
  /** Called for every acknowledged step, with its duration in milliseconds. */
  done(user: SimulatedUser, took: number): void
  /** Called for every step without an answer. */
  countLost?(): void
  isOver(): boolean
}

/** Runs all users until it is over or one fails. */
export async function runTraffic(
  program: Program,
  users: readonly SimulatedUser[],
  { done, countLost: lost, isOver }: TrafficObserver,
): Promise<void> {
  let hasFailed = false
  const runUser = async (user: SimulatedUser) => {
    while (!isOver() && !hasFailed) {
      const began = performance.now()
      try {
        await user.act(program)
        done(user, performance.now() - began)
      } catch (error) {
        hasFailed = !(error instanceof Unanswered)
        if (hasFailed) throw error
        lost?.()
        await pause(20)
      }
    }
  }
  await Promise.all(users.map(runUser))
}
