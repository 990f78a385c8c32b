/** What the service has promised for a moment, as its answers said, and whether it came true. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'

export interface Pledge {
  /** What is promised to whom, for the message of a failure. */
  what: string
  /** When, as the service said. */
  at: string
  /** Fails unless it has not happened yet; asked shortly before. */
  before?: () => Promise<void>
  /** Fails unless it has happened. */
  after: () => Promise<void>
}

/** What is promised in a year that is long enough. */
const kinds = [
  ...['a booked time is announced', 'a coupon ends', 'a granted plan ends', 'a job post closes', 'a key ends'],
  ...['a request for consent ends', 'an attempt ends', 'an exam closes', 'an invitation ends'],
  'the link of a certificate ends',
]

/** Of a fault, in characters. */
const longestMessage = 400

export class Pledges {
  #open: Pledge[] = []
  readonly #kept = new Map<string, number>()
  readonly #faults: string[] = []

  add(pledge: Pledge) {
    assert.ok(!Number.isNaN(Date.parse(pledge.at)), `${pledge.what} has no moment: ${pledge.at}`)
    this.#open.push(pledge)
  }

  /** Checks what fell due until now, less the time that background work may take, and what falls due until the next look. */
  async look(now: string, next: string, slackHours: number): Promise<void> {
    const latest = addDuration(now, { hours: -slackHours })
    const due = this.#open.filter(({ at }) => at <= latest)
    this.#open = this.#open.filter(({ at }) => at > latest)
    for (const { what, at, before } of this.#open)
      if (before !== undefined && at > addDuration(now, { hours: 1 }) && at <= next)
        await this.#hold(`${what}, not before ${at}`, before)
    for (const { what, at, after } of due) await this.#hold(`${what} by ${at}`, after)
  }

  async #hold(what: string, check: () => Promise<void>) {
    const [kind = what] = what.split(':')
    try {
      await check()
      this.#kept.set(kind, (this.#kept.get(kind) ?? 0) + 1)
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error
      this.#faults.push(`${what}: ${error.message.slice(0, longestMessage)}`)
    }
  }

  /** What was not as promised. */
  get faults(): readonly string[] {
    return this.#faults
  }

  /** The kinds of promises that no run of an actor gave. */
  listMissing(): string[] {
    return kinds.filter((kind) => !this.#kept.has(kind))
  }

  /** How many promises of each kind were kept. */
  get kept(): Record<string, number> {
    return Object.fromEntries(this.#kept)
  }
}
