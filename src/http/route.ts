/** A route as one value: where it is, for whom, what goes in and out, and the function that does it. */

import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteShorthandOptions,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Context } from '#context.ts'
import { ids } from '#core/schema.ts'
import type { Envelope } from './envelope.ts'
import type { Routes } from './routes.ts'

/** A method and a path, such as `GET /projects/:id`. */
type Place = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

interface RouteSettings<Answers, Params, Query, Body>
  extends Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest' | 'preValidation'> {
  config: FastifyContextConfig
  /** The name of the function unless it is said. */
  operationId?: string
  /** Its group in the description, where that is another one than that of the routes beside it. */
  tag?: string
  summary: string
  description: string
  /** The parameters of the path; ids unless they are said. */
  params?: Params
  query?: Query
  body?: Body
  response: Answers
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [Name, ...Names<Rest>]
  : Path extends `${string}:${infer Name}`
    ? [Name]
    : []

type BodyArgument<Schema extends TSchema> = [Schema] extends [never] ? [] : [Static<Schema>]
type Parameters<Params extends TSchema> = [Params] extends [never] ? unknown : Static<Params>
type PathValues<Path extends string[], Known> = {
  [Place in keyof Path]: Path[Place] extends keyof Known ? Known[Path[Place]] : number
}

/** What the function returns: what its answer carries. */
type Result<Answers> = Answers[keyof Answers & (200 | 201)] extends Envelope<infer T> ? T : never

type Run<Path extends string, Answers, Params extends TSchema, Query extends TSchema, Body extends TSchema> = (
  ctx: Context,
  ...input: [...PathValues<Names<Path>, Parameters<Params>>, ...BodyArgument<Body>, ...BodyArgument<Query>]
) => Result<Answers> | Promise<Result<Answers>>

interface RouteRequest<Path extends string, Params extends TSchema, Query extends TSchema, Body extends TSchema>
  extends FastifyRequest {
  params: [Params] extends [never] ? Record<Names<Path>[number], number> : Static<Params>
  query: [Query] extends [never] ? unknown : Static<Query>
  body: [Body] extends [never] ? unknown : Static<Body>
}

type HandlerResult<Answers> = Result<Answers> | FastifyReply | undefined

/** How it is done: a function of the context, the parameters of the path, the body and the query, or one that also knows HTTP. */
type Done<Path extends string, Answers, Params extends TSchema, Query extends TSchema, Body extends TSchema> =
  | { run: Run<Path, Answers, Params, Query, Body>; handler?: never }
  | {
      run?: never
      handler: (
        request: RouteRequest<Path, Params, Query, Body>,
        reply: FastifyReply,
      ) => HandlerResult<Answers> | Promise<HandlerResult<Answers>>
    }

type Runs = (ctx: Context, ...input: never[]) => unknown
type Handles = (request: never, reply: FastifyReply) => unknown

/** The types of a route are checked where it is written; in a list all have this one. */
export interface Route extends RouteSettings<object, TSchema, TSchema, TSchema> {
  place: Place
  run?: Runs
  handler?: Handles
}

export const route = <
  const P extends Place,
  Answers extends object,
  Params extends TSchema = never,
  Query extends TSchema = never,
  Body extends TSchema = never,
>(
  place: P,
  told: RouteSettings<Answers, Params, Query, Body> & Done<P, Answers, Params, Query, Body>,
): Route => ({ place, ...told }) as unknown as Route

/** The routes of a feature, which stand in one group of the description. */
export const routes =
  (tag: string, list: readonly Route[]): Routes =>
  (app) => {
    for (const one of list) register(app as unknown as FastifyInstance, tag, one)
  }

function register(app: FastifyInstance, tag: string, { place, run, handler, ...told }: Route) {
  const {
    config,
    tag: own = tag,
    summary,
    description,
    query,
    body,
    response,
    operationId: input,
    params: said,
    ...others
  } = told
  const [method = '', url = ''] = place.split(' ')
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const operationId = input ?? run?.name ?? ''
  const params = said ?? (names.length > 0 ? ids(...names) : undefined)
  // A function that stands in the route itself has the name of its property.
  if (operationId === '' || operationId === 'run') throw new Error(`The route ${place} has no operationId.`)
  app.route({
    method: method as HTTPMethods,
    url,
    config,
    ...others,
    schema: {
      operationId,
      summary,
      description,
      tags: [own],
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response,
    },
    handler: (handler as Handler | undefined) ?? callWith(run, { names, ...told }),
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Calls the function with the parameters of the path in their order, the body and the query, as far as the route takes them. */
function callWith(
  run: Runs | undefined,
  { names, body: takesBody, query: takesQuery }: { names: readonly string[]; body?: TSchema; query?: TSchema },
): Handler {
  const call = run as (ctx: Context, ...input: unknown[]) => unknown
  return ({ ctx, params, body, query }) =>
    call(
      ctx,
      ...names.map((name) => (params as Record<string, unknown>)[name]),
      ...(takesBody === undefined ? [] : [body]),
      ...(takesQuery === undefined ? [] : [query]),
    )
}
