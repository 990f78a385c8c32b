/** What a browser remembers between the way to a provider and back, for all pages of the service with a sign-in. */

import type { FastifyReply, FastifyRequest } from 'fastify'

/** What the browser remembers while it is at the provider. */
export interface Journey {
  state: string
  provider: string
  next: string
  /** The token of an invitation that the sign-in accepts; empty without one. */
  invitation: string
  /** Whether an account that is signed in gets the provider as another way to sign in. */
  isLink?: boolean
}

export interface JourneyCookie {
  name: string
  path: string
  secure: boolean
}

const longestSeconds = 600

/** Providers lead back by a link, with which browsers send no stricter cookie. */
const toOptions = ({ path, secure }: JourneyCookie) => ({ path, secure, httpOnly: true, sameSite: 'lax' }) as const

/** Leads the browser to the provider. */
export const sendToProvider = (
  reply: FastifyReply,
  url: string,
  { journey, cookie }: { journey: Journey; cookie: JourneyCookie },
) =>
  reply
    .setCookie(cookie.name, encodeJourney(journey), { ...toOptions(cookie), maxAge: longestSeconds })
    .header('Cache-Control', 'no-store')
    .redirect(url, 302)

/** Reads what the browser remembers, once; null without it. */
export function readJourney({ cookies }: FastifyRequest, reply: FastifyReply, cookie: JourneyCookie): Journey | null {
  const stored = cookies[cookie.name]
  reply.clearCookie(cookie.name, toOptions(cookie))
  return stored === undefined ? null : decodeJourney(stored)
}

const encodeJourney = (journey: Journey) => Buffer.from(JSON.stringify(journey)).toString('base64url')

function decodeJourney(text: string): Journey | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (typeof value !== 'object' || value === null) return null
    const read = (name: string) => String(Reflect.get(value, name) ?? '')
    const isLink = read('isLink') === 'true'
    return {
      state: read('state'),
      provider: read('provider'),
      next: read('next'),
      invitation: read('invitation'),
      isLink,
    }
  } catch {
    // The cookie is damaged, and the journey begins anew.
    return null
  }
}
