/** Holds streams open in a separate process, and counts the events. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { getToken } from './support/data.ts'

export interface Holding {
  url: string
  streams: number
  /** Of the stream. */
  path: string
}

export interface Held {
  open: number
  beats: number
  events: number
}

/** The number of connections opened at the same time; more would wait in the system's queue. */
const together = 100
const held: Held = { open: 0, beats: 0, events: 0 }

process.on('message', async (message: Holding | 'count') => {
  if (message !== 'count') await hold(message)
  process.send?.(held)
})

async function hold({ url, streams, path }: Holding) {
  for (let user = 1; user <= streams; user += together)
    await Promise.all(
      Array.from({ length: Math.min(together, streams - user + 1) }, (_, n) => open(`${url}${path}`, user + n)),
    )
}

async function open(url: string, user: number) {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1')
    held.open += countOccurrences(text, 'HTTP/1.1 200')
    held.beats += countOccurrences(text, '\n:\n')
    held.events += countOccurrences(text, 'event: ')
  })
  socket.on('close', () => {
    held.open--
  })
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${getToken(user)}\r\n\r\n`)
  await once(socket, 'data')
}

const countOccurrences = (text: string, part: string) => text.split(part).length - 1
