/** Reads on after a refusal, for a while: a client that still sends does not listen, and a closed socket loses the answer. */

import type { IncomingMessage } from 'node:http'

const mostBytes = 64 * 1024 * 1024
const patience = 2_000

/** Resolves when the request is over, or when reading on is not worth it. */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let left = mostBytes
    const timer = setTimeout(done, patience)
    function done() {
      clearTimeout(timer)
      request.off('data', count).off('end', done).off('close', done).off('error', done)
      request.pause()
      resolve()
    }
    function count(bytes: Buffer) {
      left -= bytes.length
      if (left <= 0) done()
    }
    request.on('data', count).on('end', done).on('close', done).on('error', done)
    // Whoever unpipes later would pause it again.
    request.unpipe().resume()
  })
}
