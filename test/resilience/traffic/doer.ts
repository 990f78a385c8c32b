/** What the traffic is made of: people who do one thing after the other and remember what was acknowledged. */

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Reply } from '../../support/client.ts'

/** A running program, as those who call it see it. */
export interface Reach {
  anonymous: Client
  as(token: string): Client
}

/** Somebody with an account. */
export interface Settler {
  id: number
  email: string
  token: string
}

/** Somebody whose card can be charged. */
export interface Payer extends Settler {
  payment_method_id: number
}

export interface Doer {
  /** Does the next thing, whatever became of the last one. Throws `Unanswered` when nobody knows what became of this. */
  act(reach: Reach): Promise<void>
  /**
   * Fails unless all that was acknowledged is there, and nothing by halves. What was not answered is from now on what it
   * turned out to be. `settled` says that background work has had its time; then also what was seen
   * by an earlier check is looked at in full again, not only counted.
   */
  check(reach: Reach, settled: boolean): Promise<void>
}

/** The connection broke, or the answer says that the database is away: it was done or it was not. */
class Unanswered extends Error {}

/** The same program, of which whatever is no answer throws `Unanswered`. */
export const patiently = ({ anonymous, as }: Reach): Reach => ({
  anonymous: known(anonymous),
  as: (token) => known(as(token)),
})

const known = (client: Client): Client => ({
  get: (...asked) => answerOf(client.get(...asked)),
  post: (...asked) => answerOf(client.post(...asked)),
  put: (...asked) => answerOf(client.put(...asked)),
  delete: (...asked) => answerOf(client.delete(...asked)),
  send: (...asked) => answerOf(client.send(...asked)),
})

async function answerOf(asking: Promise<Reply>): Promise<Reply> {
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
export function expected(reply: Reply, ...statuses: number[]): Reply {
  assert.ok(statuses.includes(reply.status), `${reply.status}: ${reply.text}`)
  return reply
}

const perPage = 100

type Row = Reply['data']

/** Every row of a list; there are as many as its total says. */
export async function all(client: Client, path: string) {
  const rows: Row[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const separator = path.includes('?') ? '&' : '?'
    const { data, meta } = expected(await client.get(`${path}${separator}limit=${perPage}&page=${page}`), 200)
    rows.push(...data)
    last = meta?.last_page ?? 1
    if (page === last && meta) assert.equal(rows.length, meta.total, `${path} has another total`)
  }
  return rows
}

interface Watch {
  /** Called for everything that was acknowledged, with the milliseconds it took. */
  done(doer: Doer, took: number): void
  /** Called for everything without an answer. */
  lost?(): void
  isOver(): boolean
}

/** Everybody does one thing after the other until it is over, or somebody fails. */
export async function traffic(
  reach: Reach,
  doers: readonly Doer[],
  { done, lost, isOver }: Watch,
): Promise<void> {
  let hasFailed = false
  const busy = async (doer: Doer) => {
    while (!isOver() && !hasFailed) {
      const began = performance.now()
      try {
        await doer.act(reach)
        done(doer, performance.now() - began)
      } catch (error) {
        hasFailed = !(error instanceof Unanswered)
        if (hasFailed) throw error
        lost?.()
        await pause(20)
      }
    }
  }
  await Promise.all(doers.map(busy))
}
