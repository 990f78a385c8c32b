/**
 * The Model Context Protocol (revision 2025-11-25) over stateless streamable HTTP: an agent with an API key calls the
 * operations of this API as tools. Each request is complete in itself, so any instance answers it.
 */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { Problem } from '#core/problem.ts'
import { maxJsonBytes } from '../body-limits.ts'
import type { App, Routes } from '../routes.ts'
import { type Arguments, findArgumentProblem, sendOperation, type ToolResult, toToolResult } from './calls.ts'
import { createOperations, type Operation } from './tools.ts'

/** The first one is offered to clients that ask for a revision which is not among them. */
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26']

const needsKey = new Problem(403, 'Agents use an API key, whose scopes decide what they may do.')
const foreignOrigin = new Problem(403, 'This page may not call the service; see CORS_ORIGINS.')
const onlyPost = new Problem(405, 'This address takes POST only; it opens no stream and has no sessions.')

/** A request of JSON-RPC 2.0, or a notification, which has no id. */
interface Message {
  id?: string | number
  method: string
  params: Readonly<Record<string, unknown>>
}

interface RpcError {
  code: number
  message: string
}
/** JSON-RPC 2.0, section 5.1. */
const codes = { invalidRequest: -32600, unknownMethod: -32601, invalidParams: -32602 }

interface Options {
  config: Config
  version: string
  describe: () => Promise<string>
}

export const agentRoutes =
  ({ config, version, describe }: Options): Routes =>
  (app) => {
    let operations: Promise<ReadonlyMap<string, Operation>> | undefined
    const listOperations = () => {
      operations ??= describe().then((text) => createOperations(JSON.parse(text)))
      return operations
    }
    const server = { app, basePath: config.basePath, name: config.organizationName, version, listOperations }

    app.post(
      '/mcp',
      // A call has the body of an operation.
      { config: { access: 'signed-in', scope: 'any', raw: true, unaudited: true }, bodyLimit: maxJsonBytes },
      async (request, reply) => {
        const { origin } = request.headers
        if (origin !== undefined && config.corsOrigins !== null && !config.corsOrigins.includes(origin))
          throw foreignOrigin
        if (request.ctx.actor.scopes === null) throw needsKey
        const message = readMessage(request.body)
        if (message === null) {
          const error = { code: codes.invalidRequest, message: 'The body must be one request of JSON-RPC 2.0.' }
          return reply.code(400).send({ jsonrpc: '2.0', id: null, error })
        }
        const { id } = message
        if (id === undefined) return reply.code(202).send()
        const answer = await answerMessage(server, request, message)
        return reply.send({ jsonrpc: '2.0', id, ...answer })
      },
    )
    for (const method of ['GET', 'DELETE'] as const)
      app.route({
        method,
        url: '/mcp',
        config: { access: 'public', raw: true },
        handler: (_, reply) => {
          reply.header('Allow', 'POST')
          throw onlyPost
        },
      })
  }

function readMessage(body: unknown): Message | null {
  if (typeof body !== 'object' || body === null) return null
  const { jsonrpc, id, method, params = {} }: { [name: string]: unknown } = { ...body }
  const isComplete = jsonrpc === '2.0' && typeof method === 'string' && typeof params === 'object' && params !== null
  if (!isComplete || Array.isArray(body)) return null
  if (id === undefined) return { method, params: { ...params } }
  return typeof id === 'string' || typeof id === 'number' ? { id, method, params: { ...params } } : null
}

interface Server {
  app: App
  basePath: string
  name: string
  version: string
  listOperations: () => Promise<ReadonlyMap<string, Operation>>
}

async function answerMessage(
  server: Server,
  request: FastifyRequest,
  { method, params }: Message,
): Promise<{ result: object } | { error: RpcError }> {
  if (method === 'initialize') return { result: describeServer(server, params.protocolVersion) }
  if (method === 'ping') return { result: {} }
  if (method === 'tools/list')
    return { result: { tools: (await listAllowed(server, request)).map(({ tool }) => tool) } }
  if (method !== 'tools/call')
    return { error: { code: codes.unknownMethod, message: `There is no method ${method.slice(0, 100)}.` } }
  const { name, arguments: given = {} } = params
  const operation = (await listAllowed(server, request)).find(({ tool }) => tool.name === name)
  if (operation === undefined)
    return { error: { code: codes.invalidParams, message: 'There is no such tool for the scopes of this API key.' } }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { error: { code: codes.invalidParams, message: 'The arguments must be an object.' } }
  return { result: await callTool(server, request, operation, { ...given }) }
}

const describeServer = ({ name, version }: Server, asked: unknown) => ({
  protocolVersion: revisions.find((revision) => revision === asked) ?? revisions[0],
  capabilities: { tools: {} },
  serverInfo: { name, version },
  instructions:
    'The tools are the operations of this API that the scopes of the API key allow. Lists have `page` and `limit`; times are in UTC.',
})

/** Returns the operations that the scopes of the API key allow. */
async function listAllowed({ listOperations }: Server, { ctx }: FastifyRequest): Promise<Operation[]> {
  const granted = ctx.actor.scopes ?? []
  return [...(await listOperations()).values()].filter(({ scope }) => granted.includes(scope))
}

/** Calls the operation, unless an argument has a wrong name. */
async function callTool(
  { app, basePath }: Server,
  request: FastifyRequest,
  operation: Operation,
  given: Arguments,
): Promise<ToolResult> {
  const problem = findArgumentProblem(operation, given)
  return problem === null ? sendOperation(app, { request, basePath }, operation, given) : toToolResult(problem, true)
}
