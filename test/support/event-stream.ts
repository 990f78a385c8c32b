/** Reads server-sent events like a browser. */

import assert from 'node:assert/strict'
import { hangLimitMs } from './hang-limit.ts'

export interface Received {
  id: number
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it receives, and fails where it differs
  data: any
}

export interface Following {
  status: number
  headers: Headers
  /** The next event; fails when the stream ends. */
  next(): Promise<Received>
  /** The next events. */
  take(count: number): Promise<Received[]>
  /** Resolves at the next heartbeat. */
  beat(): Promise<void>
  /** Resolves when the service ends the stream; events before that are skipped. */
  ended(): Promise<void>
  close(): Promise<void>
}

/** Opens a stream; a refused one has only a status. */
export async function follow(address: string, path: string, headers: Record<string, string> = {}): Promise<Following> {
  const stop = new AbortController()
  const response = await fetch(`${address}${path}`, { headers, signal: stop.signal })
  if (response.status !== 200) await response.text()
  const blocks = readBlocks(response)

  /** The next block that is not a comment; null at the end. */
  async function first<T>(read: (block: string) => T | null): Promise<T | null> {
    for (;;) {
      const timer = setTimeout(() => stop.abort(new Error('Nothing came.')), hangLimitMs)
      const { value, done } = await blocks.next().finally(() => clearTimeout(timer))
      if (done) return null
      const said = read(value)
      if (said !== null) return said
    }
  }

  async function next(): Promise<Received> {
    const event = await first(parseEvent)
    assert.ok(event, 'The stream has ended.')
    return event
  }

  return {
    status: response.status,
    headers: response.headers,
    next,
    async take(count) {
      const events: Received[] = []
      while (events.length < count) events.push(await next())
      return events
    },
    async beat() {
      assert.ok(await first((block) => (block === ':' ? true : null)), 'The stream has ended.')
    },
    async ended() {
      await first(() => null)
    },
    async close() {
      stop.abort()
      await blocks.return(undefined).catch(() => undefined)
    },
  }
}

/** The blocks between empty lines. */
async function* readBlocks({ status, body }: Response): AsyncGenerator<string, undefined> {
  if (status !== 200 || body === null) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks
  }
}

function parseEvent(block: string): Received | null {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ')
      return [name, rest.join(': ')]
    }),
  )
  return fields.data === undefined
    ? null
    : { id: Number(fields.id), event: fields.event ?? 'message', data: JSON.parse(fields.data) }
}
