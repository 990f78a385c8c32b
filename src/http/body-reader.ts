/**
 * Reads the rest of a request after an error response: a client that is still sending does not read, and closing the
 * socket would lose the response.
 */

import type { IncomingMessage } from 'node:http'

const maxBytes = 64 * 1024 * 1024
const timeoutMs = 2_000

/** Resolves when the request has ended, or after the limits of time and size. */
export function readToEnd(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let left = maxBytes
    const timer = setTimeout(finish, timeoutMs)
    function finish() {
      clearTimeout(timer)
      request.off('data', count).off('end', finish).off('close', finish).off('error', finish)
      request.pause()
      resolve()
    }
    function count(bytes: Buffer) {
      left -= bytes.length
      if (left <= 0) finish()
    }
    request.on('data', count).on('end', finish).on('close', finish).on('error', finish)
    // A later unpipe would pause it again.
    request.unpipe().resume()
  })
}
