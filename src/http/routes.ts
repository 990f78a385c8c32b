/** The declarations that every route must make. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Context } from '#context.ts'
import type { Scope } from '#core/scopes.ts'
import type { Role } from '#database/tables/index.ts'
import type { Sentence } from '#language/sentence.ts'
import type { FollowerFigures } from '#platform/followers/monitor.ts'
import type { Envelope } from './envelope.ts'
import type { RequestFigures } from './fast/durations.ts'

/**
 * Who may call a route; services check access to objects. `public` routes ignore an invalid token (so that a user with
 * an expired token can sign in), `optional` ones refuse it.
 */
export type Access = 'public' | 'optional' | 'signed-in' | readonly Role[]

/** The scope that an API key needs: one, `any` of them, or null where API keys are refused. */
export type RouteScope = Scope | 'any' | null

type Limit = 'auth' | 'upload' | 'chunk'

/** What a check may want to know besides the valid fields. */
export interface CheckContext<Params = unknown> {
  params: Params
  isInvalid: (field: string) => boolean
}

/**
 * Completes the messages about a request that failed its validation with those that need the database or a setting, so
 * that a form shows all of them at once. Gets the valid fields of the body or query and throws 422. For valid requests,
 * the service itself refuses.
 */
export type Check = {
  // A method, so that a route can name the type of its fields.
  run(ctx: Context, input: object, more: CheckContext): unknown
}['run']

/** The name of a file without its extension, or a function of the `id` of the path that returns it. */
export type FileTitle = Sentence | ((ctx: Context, id: number) => Promise<Sentence>)

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * The scope that an API key needs. Every route states it, except public ones: a
     * public route without a scope treats requests with an API key as anonymous.
     */
    scope?: RouteScope
    /** Further scopes that an API key needs, because the answer opens more than what `scope` covers. */
    furtherScopes?: readonly Scope[]
    /** The route is available to users whose role needs a second factor before they have one. */
    beforeSecondFactor?: true
    /** The answer contains a secret, so it is not stored for requests with an idempotency key. */
    answersSecret?: true
    /** The message of a success, or a function of the result; `OK` by default. */
    message?: Sentence | ((result: unknown) => Sentence)
    /** The answer contains what others do not see of a user, so a read by an administrator is written to the audit log. */
    discloses?: true
    /** The answer may be a moment old, so a read replica may give it. It has all that the caller has changed. */
    readsReplica?: true
    /** The request may stay open for long, such as a stream, so its time goes on. */
    staysOpen?: true
    /** A change that is no act on anything, so that it is not written to the audit log. */
    unaudited?: true
    /** The handler sends the response itself: a page, a file, a stream. */
    raw?: boolean
    /** All rows of the list are sent as CSV to clients that prefer it, as a file with this name. */
    csv?: FileTitle
    /** Additional rate limits. */
    limit?: Limit | readonly Limit[]
    check?: Check | readonly Check[]
  }

  interface FastifyRequest {
    ctx: Context
  }

  interface FastifyInstance {
    /** Open event streams. */
    openStreams: Set<ServerResponse>
    /** Returns the requests since the start of this instance. */
    summarizeRequests: () => RequestFigures
    /** Returns how far the followers of the journal are; none without background work. */
    readFollowers: () => Promise<FollowerFigures[]>
  }
}

/** Derives the types of handlers from the schemas of their routes. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends Envelope<infer T> ? T : never
}

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, SchemaTypes>

/** The routes of a feature. */
export type Routes = (app: App) => void
