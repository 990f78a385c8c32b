/** The API description, generated from the routes. */

import { hash } from 'node:crypto'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyReply, type FastifySchema, type RouteOptions } from 'fastify'
import type { Config } from '#config.ts'
import type { Scope } from '#core/scopes.ts'
import { completeReference, createViewer } from './api-reference.ts'
import { isUnchanged } from './conditional-requests.ts'
import { getAnswers } from './declared-answers.ts'
import type { Access, App, FileTitle, RouteScope } from './routes.ts'

const apiSummary = `Every answer has one shape. A success is \`{code, error: false, status: "success", message, data?, meta?}\`,
a refusal is \`{code, error: true, status: "error", message, errors?}\`, and \`code\` equals the HTTP status.
Send \`Authorization: Bearer <token>\` with the token of a login. Lists take \`page\` and \`limit\` and describe themselves in \`meta\`.`

/** Describes the routes that are registered from now on; returns a function that renders the description as JSON. */
export function describeApi(app: App, config: Config, version: string): () => Promise<string> {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  let description: Promise<string> | undefined
  return () => {
    description ??= describe(routes, createSwaggerOptions(config, version))
    return description
  }
}

const createSwaggerOptions = (
  { publicUrl, organizationName, basePath }: Config,
  version: string,
): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: `${organizationName} API`,
      version,
      description: apiSummary,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: organizationName, url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` of a login or sign-up, or an API key with the scope of the operation.',
        },
      },
    },
  },
  hideUntagged: true,
  transform: ({ schema, url, route }) => ({
    schema: {
      ...withCsvResponse(schema, route.config ?? {}),
      ...describeScope(describeCsv(schema?.description, route.config ?? {}), route.config ?? {}),
      security: describeSecurity(route.config ?? {}),
      ...describeBodyLimit(schema, route),
    },
    url: basePath && url.startsWith(basePath) ? url.slice(basePath.length) : url,
  }),
})

/** A server that does not listen describes the routes, so that the real one does not load the generator. */
async function describe(routes: readonly RouteOptions[], options: FastifyDynamicSwaggerOptions) {
  const { default: swagger } = await import('@fastify/swagger')
  const { finishDescription } = await import('./description/document.ts')
  const describer = fastify({ exposeHeadRoutes: false })
  describer.setValidatorCompiler(() => () => true)
  describer.setSerializerCompiler(() => JSON.stringify)
  await describer.register(swagger, options)
  for (const { method, url, schema = {}, config = {}, ...route } of routes) {
    const limit = route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }
    if (method !== 'HEAD')
      describer.route({ method, url, schema: expandAnswers(schema), config, ...limit, handler: () => undefined })
  }
  await describer.ready()
  const text = JSON.stringify(finishDescription(JSON.parse(JSON.stringify(describer.swagger()))))
  await describer.close()
  return text
}

/** The generator reads an object by status. */
const expandAnswers = (schema: FastifySchema): FastifySchema =>
  'response' in schema ? { ...schema, response: getAnswers(schema) } : schema

interface Rule {
  access?: Access
  scope?: RouteScope
  furtherScopes?: readonly Scope[]
}

function describeSecurity({ access, scope }: Rule) {
  if (access === 'public' && !scope) return []
  return access === 'public' || access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

/** Declares the second type of a list. */
function withCsvResponse(schema: FastifySchema | undefined, { csv }: { csv?: FileTitle }): FastifySchema {
  if (csv === undefined) return { ...schema }
  const response = schema?.response
  const { 200: list, ...others } = response as Record<string, object>
  const content = { 'application/json': { schema: list }, 'text/csv': { schema: { type: 'string' } } }
  return { ...schema, response: { 200: { description: 'OK', content }, ...others } }
}

const describeCsv = (description: string | undefined, { csv }: { csv?: FileTitle }) =>
  csv === undefined ? description : `${description}\n\nAll rows as CSV with \`Accept: text/csv\`.`

/**
 * Adds the scope that an API key needs. It is an extension, because linters know the roles of a bearer scheme, which
 * OpenAPI 3.1 allows, as an error.
 */
function describeScope(description: string | undefined, { access, scope, furtherScopes = [] }: Rule) {
  if (scope && scope !== 'any') {
    const names = [scope, ...furtherScopes].map((name) => `\`${name}\``).join(', ')
    const label = furtherScopes.length === 0 ? 'Scope' : 'Scopes'
    return { 'x-scope': scope, description: `${description}\n\n${label} of API keys: ${names}.` }
  }
  return access === 'public' ? {} : { description: `${description}\n\nNot for API keys.` }
}

/** Adds the size that a body of JSON may have; the files and texts of a form have limits of their own. */
function describeBodyLimit(schema: FastifySchema | undefined, { bodyLimit }: { bodyLimit?: number }) {
  const body = schema?.body
  const isJson = typeof body === 'object' && body !== null && !('form' in body)
  return isJson ? { 'x-max-body-bytes': bodyLimit } : {}
}

/** The reference runs its own script and loads nothing from other sites. */
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the description at `/openapi.json` and the reference at `/docs`. */
export function registerDescriptionRoutes(
  app: App,
  { basePath, organizationName }: Config,
  description: () => Promise<string>,
) {
  const config = { access: 'public', raw: true } as const
  let served: Promise<{ text: string; etag: string }> | undefined
  app.get(`${basePath}/openapi.json`, { config }, async ({ headers }, reply) => {
    served ??= description().then((text) => ({
      text,
      etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
    }))
    const { text, etag } = await served
    reply.header('ETag', etag).header('Cache-Control', 'public, max-age=300')
    if (isUnchanged({ headers, etag, modified: new Date() })) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })

  let viewer: Promise<FastifyInstance> | undefined
  const show = async (path: string, reply: FastifyReply) => {
    viewer ??= createViewer(`${basePath}/openapi.json`, `${organizationName} API`)
    // No headers are passed on: an invalid `Host` would fail there.
    const shown = await (await viewer).inject(path)
    const { location } = shown.headers
    if (location !== undefined) return reply.redirect(`${basePath}${new URL(location, 'http://viewer').pathname}`)
    return reply
      .code(shown.statusCode)
      .header('Content-Security-Policy', referencePolicy)
      .type(String(shown.headers['content-type']))
      .send(path.endsWith('.js') ? shown.rawPayload : completeReference(shown.payload))
  }
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js'])
    app.get(basePath + path, { config }, (_, reply) => show(path, reply))
}
