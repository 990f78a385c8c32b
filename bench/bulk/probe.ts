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

/** Milliseconds of each answer, by the name of what was read, and how many requests failed. */
export interface Times {
  answers: ReadonlyMap<string, number[]>
  failures: Map<string, number>
}

/** Sends the reads for as many seconds, or until the work is done, and returns how long they took. */
export async function measureReads(url: string, reads: readonly Read[], until: Promise<unknown>): Promise<Times> {
  const answers = new Map<string, number[]>(reads.map(({ name }) => [name, []]))
  const failures = new Map<string, number>()
  let isOver = false
  const end = until.finally(() => {
    isOver = true
  })
  const repeat = async (read: Read) => {
    for (let user = 1; !isOver; user++) {
      const { took, failed } = await time(url, read, 1 + (user % 100))
      answers.get(read.name)?.push(took)
      if (failed !== null) failures.set(`${read.name}: ${failed}`, (failures.get(`${read.name}: ${failed}`) ?? 0) + 1)
      await pause(Math.max(0, read.everyMs - took))
    }
  }
  await Promise.all([end, ...reads.map(repeat)])
  return { answers, failures }
}

async function time(url: string, { path, body }: Read, user: number) {
  const headers = { authorization: `Bearer ${getToken(user)}`, 'content-type': 'application/json' }
  const began = performance.now()
  const response = await fetch(url + path, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { took: performance.now() - began, failed: response.ok ? null : `${response.status} ${text}` }
}
