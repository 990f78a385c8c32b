/** What a route looks like to the features, and what every route must say about itself. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Context } from '#context.ts'
import type { Role } from '#database/tables/index.ts'
import type { Envelope } from './envelope.ts'

/**
 * Who may call a route at all; what depends on the object is asked in the service. `public` routes take no notice of
 * a bad token (somebody whose token has expired must be able to sign in), `optional` ones refuse it.
 */
export type Access = 'public' | 'optional' | 'signed-in' | readonly Role[]

type Limit = 'auth' | 'upload' | 'chunk'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The sentence of a success; `OK` unless given. */
    message?: string
    /** The handler answers by itself: a page, a file, a stream. */
    raw?: boolean
    /** Which limits count beside the general one. */
    limit?: Limit | readonly Limit[]
  }

  interface FastifyRequest {
    ctx: Context
  }

  interface FastifyInstance {
    /** Answers that are streams of events and have not ended. */
    openStreams: Set<ServerResponse>
  }
}

/** Ties the schemas of a route to the types of its handler. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends Envelope<infer T> ? T : never
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>

/** The routes of a feature. */
export type Routes = (app: App) => void
