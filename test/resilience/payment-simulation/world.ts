/** The service under simulation: a program that is killed at any moment, with a clock that is moved. */

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { adminEmail, password } from '#test/support/app.ts'
import type { Client, Reply } from '#test/support/client.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import { type Serving, serve } from '../program.ts'
import type { Chance } from '../random.ts'
import type { Rails } from './rails.ts'

export class World {
  readonly rails: Rails
  readonly chance: Chance
  readonly #settings: Record<string, string>
  #program: Promise<Serving>
  kills = 0
  /** How many requests were answered. */
  answered = 0

  constructor(settings: Record<string, string>, rails: Rails, chance: Chance) {
    this.#settings = settings
    this.rails = rails
    this.chance = chance
    this.#program = this.#start()
  }

  /** Kills the program without a warning and starts it again. */
  async restart() {
    const before = await this.#program
    before.kill('SIGKILL')
    this.kills++
    this.#program = before.ended.then(() => this.#start())
    await this.#program
  }

  async stop() {
    const program = await this.#program
    program.kill('SIGTERM')
    return program.ended
  }

  /** Sends a request until it is answered: again, when the service was killed meanwhile. */
  async ask(token: string | null, send: (client: Client) => Promise<Reply>): Promise<Reply> {
    const deadline = Date.now() + hangLimitMs
    while (Date.now() < deadline) {
      const program = await this.#program
      const reply = await send(token === null ? program.anonymous : program.as(token)).catch(() => null)
      if (reply !== null) this.answered++
      if (reply !== null && reply.status !== 503) return reply
      await pause(50)
    }
    throw new Error('The service answers no more.')
  }

  async signIn(email = adminEmail): Promise<string> {
    const { data, text } = await this.ask(null, (client) => client.post('/auth/login', { email, password }))
    assert.ok(data.token, text)
    return data.token
  }

  /** Moves the clock, and waits for the background work of the time in between. */
  async advance(duration: string) {
    const { status, data, text } = await this.ask(null, (client) =>
      client.post('/sandbox/clock', { advance: duration }),
    )
    assert.equal(status, 201, text)
    this.rails.aheadMs = (data.ahead_seconds - 1) * 1_000
  }

  async #start(): Promise<Serving> {
    const program = await serve(this.#settings)
    this.rails.address = program.address
    return program
  }
}
