/** Asks a server for the same pages again and again, and notes how long each answer took. */

import { setTimeout as pause } from 'node:timers/promises'
import { getToken } from '../support/data.ts'

export interface Read {
  name: string
  path: string
  /** The body of a POST. */
  body?: object
  everyMs: number
}

/** Milliseconds of each answer, by the name of what was read. */
export type Times = Map<string, number[]>

/** Sends the reads for as many seconds, or until the work is done, and returns how long they took. */
export async function measureReads(url: string, reads: readonly Read[], until: Promise<unknown>): Promise<Times> {
  const times: Times = new Map(reads.map(({ name }) => [name, []]))
  let isOver = false
  const end = until.finally(() => {
    isOver = true
  })
  const repeat = async (read: Read) => {
    for (let user = 1; !isOver; user++) {
      const took = await time(url, read, 1 + (user % 100))
      times.get(read.name)?.push(took)
      await pause(Math.max(0, read.everyMs - took))
    }
  }
  await Promise.all([end, ...reads.map(repeat)])
  return times
}

async function time(url: string, { path, body }: Read, user: number): Promise<number> {
  const headers = { authorization: `Bearer ${getToken(user)}`, 'content-type': 'application/json' }
  const began = performance.now()
  const response = await fetch(url + path, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return performance.now() - began
}
