/** Signals between instances with LISTEN and NOTIFY, on a connection of their own. */

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ignoreError, recordIgnored } from '#core/ignored-errors.ts'
import { Listeners, type Signals } from '../signals.ts'
import { openClient } from './client.ts'

const channel = 'research_platform_signals'
/** User ids in one message: even the longest ids fit into the 8,000 bytes that PostgreSQL allows. */
const maxUsersInMessage = 400
/** The delay before the connection is opened again. */
const reconnectDelayMs = 1_000

/**
 * NOTIFY inside a transaction holds a database-wide lock until the commit is on disk, so such transactions would commit
 * one by one. Therefore signals are sent after the commit, all waiting ones in one message. A signal that is lost when
 * the process ends is compensated by subscribers, which also poll.
 */
export class PostgresSignals implements Signals {
  readonly #url: string
  readonly #listeners = new Listeners()
  readonly #waiting = new Set<number>()
  #connection: Promise<pg.Client> | null = null
  #isSending = false
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  send(userId: number) {
    if (this.#isClosed) return
    this.#waiting.add(userId)
    // It never rejects: it records its errors.
    if (!this.#isSending) void this.#sendWaiting()
  }

  async subscribe(listener: (userId: number) => void) {
    const end = this.#listeners.add(listener)
    await this.#connected().catch((error: unknown) => {
      recordIgnored('signals of PostgreSQL', error)
      // It never rejects: each of its attempts records its error.
      void this.#reconnect()
    })
    return end
  }

  async close() {
    this.#isClosed = true
    // Without a connection there is none to end.
    const client = await this.#connection?.catch(() => null)
    await client?.end()
  }

  #connected(): Promise<pg.Client> {
    this.#connection ??= this.#opened().catch((error) => {
      this.#connection = null
      throw error
    })
    return this.#connection
  }

  async #opened(): Promise<pg.Client> {
    const client = await openClient({
      connectionString: this.#url,
      keepAlive: true,
      application_name: 'research-platform signals',
      // A signal needs no durable commit.
      options: '-c synchronous_commit=off',
    })
    client.on('notification', ({ payload = '' }) => {
      for (const id of payload.split(',')) this.#listeners.notify(Number(id))
    })
    await client.query(`listen ${channel}`)
    client.on('end', () => {
      this.#connection = null
      // It never rejects: each of its attempts records its error.
      void this.#reconnect()
    })
    return client
  }

  async #reconnect() {
    while (!this.#isClosed && this.#listeners.size > 0 && this.#connection === null) {
      await pause(reconnectDelayMs, undefined, { ref: false })
      if (!this.#isClosed) await this.#connected().catch(ignoreError('signals of PostgreSQL'))
    }
  }

  async #sendWaiting() {
    this.#isSending = true
    try {
      while (this.#waiting.size > 0 && !this.#isClosed) {
        const some = [...this.#waiting].slice(0, maxUsersInMessage)
        for (const userId of some) this.#waiting.delete(userId)
        await (await this.#connected()).query('select pg_notify($1, $2)', [channel, some.join()])
      }
    } catch (error) {
      recordIgnored('signals of PostgreSQL', error)
      // While the database is unreachable, signals are dropped.
      this.#waiting.clear()
    } finally {
      this.#isSending = false
    }
  }
}
