/** Signals between instances by LISTEN and NOTIFY, on one connection of their own. */

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Listeners, type Signals } from '../signals.ts'

const channel = 'research_platform_signals'
/** People in one message: with ids of the greatest length, within the 8,000 bytes PostgreSQL takes. */
const maxUsersInMessage = 400
/** Milliseconds between two tries to come back. */
const reconnectDelayMs = 1_000

/**
 * NOTIFY inside a transaction holds a lock of the whole database until that transaction is on disk, so transactions
 * that notify would commit one by one. Signals are sent after the commit instead, all that wait in one message. What
 * an end of the process loses meanwhile is found by whoever listens, who looks by itself from time to time.
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
    if (!this.#isSending) void this.#sendWaiting()
  }

  async subscribe(listener: (userId: number) => void) {
    const end = this.#listeners.add(listener)
    await this.#connected().catch(() => void this.#comeBack())
    return end
  }

  async close() {
    this.#isClosed = true
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
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'research-platform signals',
      // A signal is worth no write to disk.
      options: '-c synchronous_commit=off',
    })
    client.on('notification', ({ payload = '' }) => {
      for (const id of payload.split(',')) this.#listeners.notify(Number(id))
    })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`listen ${channel}`)
    client.on('end', () => {
      this.#connection = null
      void this.#comeBack()
    })
    return client
  }

  async #comeBack() {
    while (!this.#isClosed && this.#listeners.size > 0 && this.#connection === null) {
      await pause(reconnectDelayMs, undefined, { ref: false })
      if (!this.#isClosed) await this.#connected().catch(() => undefined)
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
    } catch {
      // Without the database there is nobody to tell.
      this.#waiting.clear()
    } finally {
      this.#isSending = false
    }
  }
}
