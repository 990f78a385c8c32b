/** The service under simulation: a program that is killed at any moment, with a clock that is moved. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { adminEmail, password } from '#test/support/app.ts'
import type { Client, Reply } from '#test/support/client.ts'
import { readTreeSeconds } from '#test/support/costs.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import { type Serving, serve } from '../resilience/program.ts'
import type { Chance } from '../resilience/random.ts'
import type { Rails } from './rails.ts'

/** The clock moves to a moment that is at most so far behind. */
const exactMs = 2_000

export class World {
  readonly rails: Rails
  readonly chance: Chance
  readonly #settings: Record<string, string>
  #program: Promise<Serving>
  /** Processor seconds of programs that have ended. */
  #spent = 0
  kills = 0
  /** How many requests were answered. */
  answered = 0

  constructor(settings: Record<string, string>, rails: Rails, chance: Chance) {
    this.#settings = settings
    this.rails = rails
    this.chance = chance
    this.#program = this.#start()
  }

  /** The time of the service. */
  get now(): string {
    return new Date(this.rails.now).toISOString()
  }

  /** Processor seconds of the service since the beginning. */
  async readSeconds(): Promise<number> {
    return this.#spent + readTreeSeconds((await this.#program).pid)
  }

  async readPid(): Promise<number | undefined> {
    return (await this.#program).pid
  }

  /** Kills the program without a warning and starts it again. */
  async restart(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL', between: () => Promise<void> = async () => undefined) {
    const before = await this.#program
    this.#spent += readTreeSeconds(before.pid)
    before.kill(signal)
    if (signal === 'SIGKILL') this.kills++
    this.#program = before.ended.then(between).then(() => this.#start())
    await this.#program
  }

  async stop() {
    const program = await this.#program
    this.#spent += readTreeSeconds(program.pid)
    program.kill('SIGTERM')
    return program.ended
  }

  /** Sends a request until it is answered: again, when the service was killed meanwhile. */
  async ask(token: string | null, send: (client: Client) => Promise<Reply>): Promise<Reply> {
    const deadline = Date.now() + hangLimitMs
    while (Date.now() < deadline) {
      const program = await this.#program
      const reply = await send(token === null ? program.anonymous : program.as(token)).catch(throwDefect)
      if (reply !== null) this.answered++
      if (reply !== null && reply.status !== 503) return reply
      await pause(50)
    }
    throw new Error('The service answers no more.')
  }

  /** A client whose requests are repeated until they are answered. */
  as(token: string | null): Client {
    const once = (headers: Record<string, string> = {}) => ({ 'idempotency-key': randomUUID(), ...headers })
    return {
      get: (path, headers) => this.ask(token, (client) => client.get(path, headers)),
      delete: (path, headers) => this.ask(token, (client) => client.delete(path, headers)),
      put: (path, body, headers) => this.ask(token, (client) => client.put(path, body, headers)),
      post: (path, body, headers) => {
        const sent = once(headers)
        return this.ask(token, (client) => client.post(path, body, sent))
      },
      send: (method, path, init) => {
        const sent = { ...init, headers: once(init?.headers) }
        return this.ask(token, (client) => client.send(method, path, sent))
      },
    }
  }

  async signIn(email = adminEmail, secret = password): Promise<string> {
    const body = { email, password: secret }
    const { data, text } = await this.ask(null, (client) => client.post('/auth/login', body))
    assert.ok(data.token, text)
    return data.token
  }

  /** Moves the clock, and waits for the background work of the time in between. */
  async advance(duration: string) {
    const { status, data, text } = await this.ask(null, (client) =>
      client.post('/sandbox/clock', { advance: duration }),
    )
    assert.equal(status, 201, text)
    this.#setAhead(data.ahead_seconds)
  }

  /** Moves the clock to a moment in steps of so many hours; a service that is killed meanwhile goes on from where it was. */
  async advanceTo(moment: string, step_hours: number) {
    for (;;) {
      const { data } = await this.ask(null, (client) => client.get('/sandbox/clock'))
      this.#setAhead(data.ahead_seconds)
      const left = Date.parse(moment) - Date.parse(data.now)
      if (left <= exactMs) return
      const program = await this.#program
      const body = { advance: `PT${Math.ceil(left / 1_000)}S`, step_hours }
      await program.anonymous.post('/sandbox/clock', body).catch(throwDefect)
    }
  }

  /** Reads the time of the service while it moves, so that what people and gateways do meanwhile has its time. */
  async followClock() {
    const { anonymous } = await this.#program
    const reply = await anonymous.get('/sandbox/clock').catch(throwDefect)
    if (reply?.status === 200) this.#setAhead(reply.data.ahead_seconds)
  }

  #setAhead(seconds: number) {
    this.rails.aheadMs = (seconds - 1) * 1_000
  }

  async #start(): Promise<Serving> {
    const program = await serve(this.#settings)
    this.rails.address = program.address
    return program
  }
}

/** A broken connection is what kills are about; an answer of another shape is a defect. */
function throwDefect(error: unknown): null {
  if (error instanceof assert.AssertionError) throw error
  return null
}
