/**
 * The API for pages of this service that run scripts: under `/console/api` for the console, and under `/app/api` for the exam
 * room and the passkeys of the hosted pages. The operations are the same; the token is in a cookie that scripts cannot read. Requests of
 * other sites do not arrive: browsers do not send the cookies with them, and a request needs a header that a foreign page
 * may not send.
 */

import type { IncomingMessage } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { Config } from '#config.ts'
import { isPagePreferred } from './content-negotiation.ts'
import { createConsoleCookie, createSessionCookie } from './cookies.ts'
import { getPath } from './request-path.ts'
import { getRequestSite } from './request-site.ts'

/** The header that requests of the console carry. */
export const consoleHeader = 'x-console'

interface BrowserApi {
  prefix: string
  header: string
  cookieName: string
  /** The operations that the page needs, by the path below the prefix. */
  operations: RegExp
}

const listApis = (config: Config): BrowserApi[] => [
  {
    prefix: `${config.basePath}/console/api/`,
    header: consoleHeader,
    cookieName: createConsoleCookie(config).name,
    operations: /^/,
  },
  ...(config.hostedPages
    ? [
        {
          prefix: `${config.basePath}/app/api/`,
          header: 'x-requested-with',
          cookieName: createSessionCookie(config).name,
          operations: /^(auth\/passkeys\/options|exam-attempts\/\d+(\/(answers|submit|review|events))?|upload)$/,
        },
      ]
    : []),
]

/** Returns the path that is routed: that of the API for a request of a page, with the token of its cookie. */
export function createRewriteUrl(config: Config): (request: IncomingMessage) => string {
  const apis = listApis(config)
  const legacyPrefix = config.legacyFilePrefix
  return (request) => {
    const path = getPath(request)
    // The addresses of another system begin at the root, whatever the base path is.
    if (legacyPrefix !== null && path.startsWith(`${legacyPrefix}/`))
      return `${config.basePath}/legacy-files${path.slice(legacyPrefix.length)}`
    const api = apis.find(({ prefix }) => path.startsWith(prefix))
    return api === undefined ? choosePage(config, request, path) : rewritePath(config, api, request, path)
  }
}

/** What is below the base path where an operation and a public page have one address. */
const sharedAddress = /^\/(?:companies|courses(?:\/\d+)?)(?=$|\?)/

/** A client that prefers a page gets it, from the address of the page below `/pages`; other clients get the operation. */
function choosePage({ basePath, publicPages }: Config, request: IncomingMessage, path: string): string {
  if (!publicPages || (request.method !== 'GET' && request.method !== 'HEAD') || !path.startsWith(basePath)) return path
  const below = path.slice(basePath.length)
  return sharedAddress.test(below) && isPagePreferred(request) ? `${basePath}/pages${below}` : path
}

function rewritePath(
  config: Config,
  { prefix, header, cookieName, operations }: BrowserApi,
  request: IncomingMessage,
  path: string,
): string {
  const operation = path.slice(prefix.length)
  // The header tells enough of requests of which nothing else does: scripts of another site may not send it.
  const isOwn = request.headers[header] !== undefined && getRequestSite(request.headers, config) !== 'foreign'
  // Such a path matches no route, so other requests are answered with 404.
  if (!isOwn || !operations.test(operation)) return '/unreadable'
  const token = fastifyCookie.parse(request.headers.cookie ?? '')[cookieName]
  if (token !== undefined && /^[\w-]+$/.test(token)) request.headers.authorization = `Bearer ${token}`
  return `${config.basePath}/${operation}`
}
