/** What the traffic is made of: people who do one thing after the other and remember what was acknowledged. */

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Reply } from '../../support/client.ts'

/** A running program, as those who call it see it. */
export interface Program {
  anonymous: Client
  as(token: string): Client
}

/** Somebody with an account. */
export interface Account {
  id: number
  email: string
  token: string
}

/** Somebody whose card can be charged. */
export interface PayingAccount extends Account {
  payment_method_id: number
}

export interface SimulatedUser {
  /** Does the next thing, whatever became of the last one. Throws `Unanswered` when nobody knows what became of this. */
  act(program: Program): Promise<void>
  /**
   * Fails unless all that was acknowledged is there, and nothing by halves. What was not answered is from now on what it
   * turned out to be. `settled` says that background work has had its time; then also what was seen
   * by an earlier check is looked at in full again, not only counted.
   */
  check(program: Program, settled: boolean): Promise<void>
}

/** The connection broke, or the answer says that the database is away: it was done or it was not. */
class Unanswered extends Error {}

/** The same program, of which whatever is no answer throws `Unanswered`. */
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

/** Whether the connection was refused, or broke before the end of the answer. */
const isBroken = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(ECONNRESET|ECONNREFUSED|EPIPE)$/.test(String(error.code))

/** The reply, when it has one of the statuses. */
export function expectStatus(reply: Reply, ...statuses: number[]): Reply {
  assert.ok(statuses.includes(reply.status), `${reply.status}: ${reply.text}`)
  return reply
}

const perPage = 100

type Row = Reply['data']

/** Every row of a list; there are as many as its total says. */
export async function readAll(client: Client, path: string) {
  const rows: Row[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const separator = path.includes('?') ? '&' : '?'
    const { data, meta } = expectStatus(
      await client.get(`${path}${separator}limit=${perPage}&page=${page}`),
      200,
    )
    rows.push(...data)
    last = meta?.last_page ?? 1
    if (page === last && meta) assert.equal(rows.length, meta.total, `${path} has another total`)
  }
  return rows
}

interface TrafficObserver {
  /** Called for everything that was acknowledged, with the milliseconds it took. */
  done(user: SimulatedUser, took: number): void
  /** Called for everything without an answer. */
  lost?(): void
  isOver(): boolean
}

/** Everybody does one thing after the other until it is over, or somebody fails. */
export async function runTraffic(
  program: Program,
  users: readonly SimulatedUser[],
  { done, lost, isOver }: TrafficObserver,
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
