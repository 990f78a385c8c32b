/**
 * Server-sent events on an answer that stays open.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Problem } from '#core/problem.ts'
import { problemResponses } from './envelope.ts'

export interface StreamEvent {
  id: number
  /** The type of the event. */
  event: string
  data: object
}

/** The bytes of an event, which are the same for everybody who receives it. */
export const encodeEvent = ({ id, event, data }: StreamEvent) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** Milliseconds after which a client comes back, by chance, so that not all do at one moment. */
const retry = { least: 2_000, most: 6_000 }

/** A stream to one client. It never holds more than one frame beyond what the connection takes. */
export class EventStream {
  readonly #raw: ServerResponse
  #isFull = false
  #drained: () => void = () => undefined

  constructor(raw: ServerResponse) {
    this.#raw = raw
    const { least, most } = retry
    this.#write(`retry: ${Math.round(least + Math.random() * (most - least))}\n\n`)
  }

  /** False once the client is gone or the stream has ended. */
  get isOpen() {
    return !this.#raw.destroyed && !this.#raw.writableEnded
  }

  /** True while the client does not read what it was sent; nothing more may be sent until it has. */
  get isFull() {
    return this.#isFull
  }

  /** Calls back when the client has read, and when it is gone. */
  watch(drained: () => void, closed: () => void) {
    this.#drained = drained
    if (this.isOpen) this.#raw.once('close', closed)
    else closed()
  }

  send(frame: string) {
    this.#write(frame)
  }

  /** Keeps proxies from closing what looks idle, and finds out who is gone. */
  sendHeartbeat() {
    this.#write(':\n\n')
  }

  /** Ends it well: the client comes back for what it has not seen. */
  end() {
    this.#raw.end()
  }

  /** Ends it at once, with what was not read. */
  drop() {
    this.#raw.destroy()
  }

  #write(text: string) {
    if (!this.isOpen || this.#raw.write(text)) return
    this.#isFull = true
    this.#raw.once('drain', () => {
      this.#isFull = false
      this.#drained()
    })
  }
}

/** The answers of a `raw` route that streams events. */
export const respondsEvents = (...problems: Problem[]) => ({
  200: {
    description: 'Events, for as long as the client stays.',
    content: { 'text/event-stream': { schema: Type.String() } },
  },
  ...problemResponses(problems),
})

/** Turns the answer of a `raw` route into a stream. */
export function openEventStream(reply: FastifyReply): EventStream {
  reply.hijack()
  const {
    raw,
    server: { openStreams },
  } = reply
  // Of a client that is gone already there is nobody to tell.
  raw.on('error', () => undefined)
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would wait for more.
    'x-accel-buffering': 'no',
  }
  // As a list they are written and not kept, which is a tenth of what a stream costs.
  if (!raw.destroyed) {
    raw.writeHead(200, Object.entries(headers).flatMap(toHeaderEntry))
    openStreams.add(raw)
    raw.once('close', () => openStreams.delete(raw))
  }
  return new EventStream(raw)
}

const toHeaderEntry = ([name, value]: [string, number | string | string[] | undefined]) =>
  value === undefined ? [] : [name, String(value)]
