/** Sends requests from a separate process, so that the load does not share a processor with the measured server. */

import autocannon from 'autocannon'
import { getOwner, getToken } from './support/data.ts'

export interface Load {
  url: string
  seconds: number
  connections: number
  method: 'GET' | 'PUT' | 'POST'
  /** `{n}` stands for the id of a notification that no earlier request used. */
  path: string
  /** JSON bodies, sent in turn. */
  bodies?: readonly string[]
  /** The user who sends the first of them, 1 by default; the next user sends the next one. */
  sender?: number
  /** The number of users who have notifications. */
  owners: number
  /** The index of the first notification to use, counted from 0. */
  first: number
}

export interface Outcome {
  requests: number
  perSecond: number
  /** Requests that failed or were not answered with success. */
  failed: number
  /** The index of the first notification that was not used. */
  next: number
}

process.on('message', async (load: Load) => process.send?.(await sendLoad(load)))

async function sendLoad({
  url,
  seconds,
  connections,
  method,
  path,
  bodies = [],
  sender = 1,
  owners,
  first,
}: Load): Promise<Outcome> {
  let next = first
  const fixed = Array.from({ length: connections }, (_, index) => ({
    method,
    path,
    headers: toAuthorization(1 + (index % owners)),
  }))
  const fresh = {
    setupRequest(request: autocannon.Request) {
      const notification = next++
      const headers = toAuthorization(getOwner(notification, owners))
      return { ...request, method, headers, path: path.replace('{n}', String(notification + 1)) }
    },
  }
  const requests = path.includes('{n}') ? [fresh] : fixed
  const posted = bodies.map((body, index) => ({
    method,
    path,
    body,
    headers: { ...toAuthorization(sender + (index % owners)), 'content-type': 'application/json' },
  }))
  const chosen = bodies.length > 0 ? posted : requests
  const result = await autocannon({ url, connections, duration: seconds, requests: chosen })
  const { total } = result.requests
  return {
    requests: total,
    perSecond: total / result.duration,
    failed: result.non2xx + result.errors + result.timeouts,
    next,
  }
}

function toAuthorization(user: number) {
  return { authorization: `Bearer ${getToken(user)}` }
}
