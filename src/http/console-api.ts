/**
 * The API under `/console/api`, for the console in the browser: the same operations, with the token in a cookie that
 * scripts cannot read. Requests of other sites do not arrive: the cookie is `SameSite=Strict`, and a request needs a
 * header that a foreign page may not send.
 */

import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { Config } from '#config.ts'
import { getPath } from './request-path.ts'

/** The header that requests of the console carry. */
export const consoleHeader = 'x-console'

/** The name of the cookie; the prefix ties it to this host and to https (RFC 6265bis, section 4.1.3.2). */
export const getConsoleCookieName = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? '__Host-console' : 'console'

const prefix = '/console/api'

/** Returns the path that is routed: that of the API for a request of the console, with the token of its cookie. */
export function createRewriteUrl(config: Config): (request: IncomingMessage) => string {
  const start = `${config.basePath}${prefix}/`
  const legacyPrefix = config.legacyFilePrefix
  const cookieName = getConsoleCookieName(config)
  return (request) => {
    const path = getPath(request)
    // The addresses of another system begin at the root, whatever the base path is.
    if (legacyPrefix !== null && path.startsWith(`${legacyPrefix}/`))
      return `${config.basePath}/legacy-files${path.slice(legacyPrefix.length)}`
    if (!path.startsWith(start)) return path
    const token = fastifyCookie.parse(request.headers.cookie ?? '')[cookieName]
    const isOwn = request.headers[consoleHeader] !== undefined && request.headers['sec-fetch-site'] !== 'cross-site'
    // Such a path matches no route, so other requests are answered with 404.
    if (!isOwn) return '/unreadable'
    if (token !== undefined && /^[\w-]+$/.test(token)) request.headers.authorization = `Bearer ${token}`
    return `${config.basePath}/${path.slice(start.length)}`
  }
}
