/** The path of a request as the router reads it. */

import type { IncomingMessage } from 'node:http'

/** Returns the path without an origin that a proxy may add. A path that cannot be parsed matches no route. */
export function getPath({ url = '/' }: IncomingMessage): string {
  const path = url.startsWith('/') ? url : URL.canParse(url) ? url.slice(new URL(url).origin.length) || '/' : ''
  const [plain = ''] = path.split('?')
  return plain.startsWith('/') && isReadable(plain) ? path : '/unreadable'
}

function isReadable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    // The caller answers that the path is invalid.
    return false
  }
}
