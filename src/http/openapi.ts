/** The description of the API, made from the routes themselves. */

import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyReply, type RouteOptions } from 'fastify'
import type { Config } from '../config.ts'
import type { Access, App } from './routes.ts'

/** A JSON value; the description is walked as plain data. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface JsonObject {
  [key: string]: Json
}

const about = `Every answer has one shape. A success is \`{code, error: false, status: "success", message, data?, meta?}\`,
a refusal is \`{code, error: true, status: "error", message, errors?}\`, and \`code\` equals the HTTP status.
Send \`Authorization: Bearer <token>\` with the token of a login. Lists take \`page\` and \`limit\` and describe themselves in \`meta\`.`

/** The groups of the reference, in the order of the specification. */
const tags = [
  'Authentication and accounts',
  'Users',
  'Search',
  'Researchers',
  'Jobs',
  'Courses',
  'Projects',
  'Exams and certificates',
  'Subscriptions and payments',
  'Notifications',
  'File uploads',
  'Operations',
]

/** The description of the routes that are added from now on, as JSON; made when somebody first asks for it. */
export function describeApi(app: App, config: Config, version: string): () => Promise<string> {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  let description: Promise<string> | undefined
  return () => {
    description ??= describe(routes, settings(config, version))
    return description
  }
}

const settings = (
  { publicUrl, organizationName, basePath }: Config,
  version: string,
): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: `${organizationName} API`,
      version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  },
  hideUntagged: true,
  transform: ({ schema, url, route }) => ({
    schema: { ...schema, security: securityOf(route.config?.access) },
    url: basePath && url.startsWith(basePath) ? url.slice(basePath.length) : url,
  }),
  transformObject: (document) =>
    'openapiObject' in document ? named(document.openapiObject) : document.swaggerObject,
})

/** Has the same routes described by a server that does not serve, so that the one that does need not carry the describer. */
async function describe(routes: readonly RouteOptions[], options: FastifyDynamicSwaggerOptions) {
  const { default: swagger } = await import('@fastify/swagger')
  const describer = fastify({ exposeHeadRoutes: false })
  describer.setValidatorCompiler(() => () => true)
  describer.setSerializerCompiler(() => JSON.stringify)
  await describer.register(swagger, options)
  for (const { method, url, schema = {}, config = {} } of routes)
    if (method !== 'HEAD') describer.route({ method, url, schema, config, handler: () => undefined })
  await describer.ready()
  const text = JSON.stringify(describer.swagger())
  await describer.close()
  return text
}

function securityOf(access: Access | undefined) {
  if (access === 'public') return []
  return access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

/** The reference runs a script of its own, and nothing from outside. */
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the description at `/openapi.json` and as an interactive reference at `/docs`. */
export function serveDescription(
  app: App,
  { basePath, organizationName }: Config,
  description: () => Promise<string>,
) {
  const config = { access: 'public', raw: true } as const
  app.get(`${basePath}/openapi.json`, { config }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(await description()),
  )

  let viewer: Promise<FastifyInstance> | undefined
  const show = async (path: string, reply: FastifyReply) => {
    viewer ??= createViewer(`${basePath}/openapi.json`, `${organizationName} API`)
    // Nothing of the request goes there: it would fail at a `Host` that is none.
    const shown = await (await viewer).inject(path)
    const { location } = shown.headers
    if (location !== undefined)
      return reply.redirect(`${basePath}${new URL(location, 'http://viewer').pathname}`)
    return reply
      .code(shown.statusCode)
      .header('Content-Security-Policy', referencePolicy)
      .type(String(shown.headers['content-type']))
      .send(shown.rawPayload)
  }
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js'])
    app.get(basePath + path, { config }, (_, reply) => show(path, reply))
}

/** The reference weighs 44 MB and 0.2 s, so it is a small server of its own, made when somebody first opens it. */
async function createViewer(url: string, pageTitle: string): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const viewer = fastify()
  await viewer.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url,
      pageTitle,
      favicon: url.replace('openapi.json', 'favicon.svg'),
      // Everything that would lead or call outside is switched off.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      authentication: { preferredSecurityScheme: 'bearer' },
    },
  })
  return viewer
}

/** Schemas with a title become components, so that a thing is described once and generated types have names. */
function named<T extends object>(document: T): T {
  const components: JsonObject = {}
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    if ('fileLimit' in value) return binary(value)
    const entries = Object.entries(value).filter(([key]) => !internal.has(key))
    const visited = Object.fromEntries(entries.map(([key, inner]) => [key, visit(inner)]))
    if (typeof value.title !== 'string' || (value.type === undefined && value.anyOf === undefined))
      return visited
    components[value.title] = visited
    return { $ref: `#/components/schemas/${value.title}` }
  }
  // `info` has a title too, and is no schema.
  const { info, components: declared, ...rest } = JSON.parse(JSON.stringify(document)) as JsonObject
  const visited = visit(rest) as JsonObject
  describeAnswers(visited)
  const all = { ...(declared as JsonObject), schemas: sorted(components) }
  return { openapi: '3.1.0', info, tags: tagsIn(visited), ...visited, components: all } as unknown as T
}

interface Operation {
  tags?: string[]
  responses?: Record<string, { description: string }>
}

const operationsIn = ({ paths }: JsonObject): Operation[] =>
  Object.values((paths ?? {}) as Record<string, Record<string, Operation>>).flatMap(Object.values)

/** The groups that have a route. */
function tagsIn(document: JsonObject): Json[] {
  const used = new Set(operationsIn(document).flatMap((one) => one.tags ?? []))
  return tags.filter((name) => used.has(name)).map((name) => ({ name }))
}

const meanings: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  400: 'The request cannot be read.',
  401: 'No token, or one that is unknown, expired or revoked; at the login, wrong credentials.',
  403: 'The caller may not do this.',
  404: 'There is no such thing.',
  413: 'The body is too large.',
  415: 'The body has a type that is not understood here.',
  422: 'Something in the request is invalid, or a rule forbids it; `errors` names the fields.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong on our side; tell us the `X-Request-Id`.',
  502: 'A service we depend on did not answer well.',
  503: 'Not possible at the moment; `Retry-After` says when to come back.',
}

function describeAnswers(document: JsonObject) {
  for (const { responses = {} } of operationsIn(document))
    for (const [status, answer] of Object.entries(responses))
      answer.description = meanings[status] ?? answer.description
}

/** A file in a form, as generators of clients know it. */
const binary = ({ fileLimit: _, ...rest }: JsonObject): JsonObject => ({
  type: 'string',
  format: 'binary',
  ...rest,
})

/** Keywords of ours that mean nothing to a reader of the description. */
const internal = new Set(['trim', 'lowercase', 'wholeDay', 'sentence', 'confirms', 'form'])

const sorted = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
