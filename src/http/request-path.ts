/** The path of a request as the router reads it. */

import type { IncomingMessage } from 'node:http'

/** What is asked for, without the origin a proxy may put before it; what cannot be read leads nowhere. */
export function getPath({ url = '/' }: IncomingMessage): string {
  const path = url.startsWith('/')
    ? url
    : URL.canParse(url)
      ? url.slice(new URL(url).origin.length) || '/'
      : ''
  const [plain = ''] = path.split('?')
  return plain.startsWith('/') && isReadable(plain) ? path : '/unreadable'
}

function isReadable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
