/** The cookies of the pages: all of them are made here, so that each has the attributes that protect it. */

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Config } from '#config.ts'

type Addresses = Pick<Config, 'publicUrl' | 'basePath'>

export interface Cookie {
  name: string
  options: CookieSerializeOptions & { path: string }
}

interface CookieUse {
  name: string
  /** The pages that need it, without the base path. */
  path: string
  sameSite: 'lax' | 'strict'
}

/**
 * Returns a cookie that scripts cannot read. On https the prefix ties it to this host and to https (RFC 6265bis, section 4.1.3.2), so that no
 * page of a subdomain sets it. Its path must be the root then, so its name says to which installation of the host it belongs.
 */
function createCookie({ publicUrl, basePath }: Addresses, { name, path, sameSite }: CookieUse): Cookie {
  const secure = publicUrl.startsWith('https:')
  const suffix = basePath.replaceAll(/[^\w.]+/g, '-')
  return {
    name: secure ? `__Host-${name}${suffix}` : name,
    options: { path: secure ? '/' : `${basePath}${path}`, httpOnly: true, sameSite, secure },
  }
}

/** Contains the access token of a visitor of the hosted pages. */
export const createSessionCookie = (addresses: Addresses) =>
  createCookie(addresses, { name: 'session', path: '/app', sameSite: 'lax' })

/** Contains the access token of an administrator at the console. */
export const createConsoleCookie = (addresses: Addresses) =>
  createCookie(addresses, { name: 'console', path: '/', sameSite: 'strict' })

/** Contains a sign-in that is under way at a provider, which leads back by a link; browsers send no stricter cookie with one. */
export const createJourneyCookie = (addresses: Addresses, page: 'app' | 'console') =>
  createCookie(addresses, {
    name: page === 'app' ? 'sign_in' : 'console_sign_in',
    path: `/${page}/sign-in`,
    sameSite: 'lax',
  })
