/** What a browser remembers between the way to a provider and back, for all pages of the service with a sign-in. */

import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { createJourneyCookie } from '#http/cookies.ts'

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

export interface Journeys {
  /** Leads the browser to the provider. */
  begin(reply: FastifyReply, url: string, journey: Journey): FastifyReply
  /** Reads what the browser remembers, once; null without it, and for what this service did not write. */
  end(request: FastifyRequest, reply: FastifyReply): Journey | null
}

const longestSeconds = 600

/** Returns the journeys that begin at the pages. The cookie is signed, because it says where the way goes on. */
export function createJourneys(config: Config, page: 'app' | 'console'): Journeys {
  const { name, options } = createJourneyCookie(config, page)
  const key = `${name} cookie ${config.appSecret}`
  return {
    begin: (reply, url, journey) =>
      reply
        .setCookie(name, fastifyCookie.sign(encodeJourney(journey), key), { ...options, maxAge: longestSeconds })
        .header('Cache-Control', 'no-store')
        .redirect(url, 302),
    end(request, reply) {
      reply.clearCookie(name, options)
      const { valid, value } = fastifyCookie.unsign(request.cookies[name] ?? '', key)
      return valid && value !== null ? decodeJourney(value) : null
    },
  }
}

const encodeJourney = (journey: Journey) => Buffer.from(JSON.stringify(journey)).toString('base64url')

const decodeJourney = (text: string): Journey => JSON.parse(Buffer.from(text, 'base64url').toString())
