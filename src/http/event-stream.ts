/** Server-sent events on an open response. https://html.spec.whatwg.org/multipage/server-sent-events.html */

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Problem } from '#core/problem.ts'
import { createProblemResponses } from './envelope.ts'

export interface StreamEvent {
  id: number
  /** The type of the event. */
  event: string
  data: object
}

/** Encodes an event; the result is shared by all receivers. */
export const encodeEvent = ({ id, event, data }: StreamEvent) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** The delay in milliseconds before a client reconnects; random, so that clients do not return at once. */
const retry = { least: 2_000, most: 6_000 }

/** A stream to one client. It buffers at most one frame beyond the socket buffer. */
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

  /** True while the client does not read; nothing more may be sent until it does. */
  get isFull() {
    return this.#isFull
  }

  /** Calls back when the client has read, or is gone. */
  watch(drained: () => void, closed: () => void) {
    this.#drained = drained
    if (this.isOpen) this.#raw.once('close', closed)
    else closed()
  }

  send(frame: string) {
    this.#write(frame)
  }

  /** Prevents proxies from closing an idle connection, and detects clients that are gone. */
  sendHeartbeat() {
    this.#write(':\n\n')
  }

  /** Ends the stream after what was sent; the client reconnects for the rest. */
  end() {
    this.#raw.end()
  }

  /** Ends the stream at once, including unsent frames. */
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

/** The responses of a `raw` route that streams events. */
export const respondEvents = (...problems: Problem[]) => ({
  200: {
    description: 'Events, for as long as the client stays.',
    content: { 'text/event-stream': { schema: Type.String() } },
  },
  ...createProblemResponses(problems),
})

/** Turns the response of a `raw` route into a stream. */
export function openEventStream(reply: FastifyReply): EventStream {
  reply.hijack()
  const { raw } = reply
  // The client is gone already, so nothing is sent.
  raw.on('error', () => undefined)
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Disables buffering in nginx.
    'x-accel-buffering': 'no',
  }
  // A list of headers is written and not stored, which saves a tenth of the memory of a stream.
  if (!raw.destroyed) {
    raw.writeHead(200, Object.entries(headers).flatMap(toHeaderEntry))
    countAsStream(reply)
  }
  return new EventStream(raw)
}

/** Counts the response among the open streams, because its duration is no response time. */
export function countAsStream({ raw, server: { openStreams } }: FastifyReply): void {
  openStreams.add(raw)
  raw.once('close', () => openStreams.delete(raw))
}

const toHeaderEntry = ([name, value]: [string, number | string | string[] | undefined]) =>
  value === undefined ? [] : [name, String(value)]
