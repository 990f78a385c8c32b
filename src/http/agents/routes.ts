/**
 * The Model Context Protocol (revision 2025-11-25) over stateless streamable HTTP: an agent with an API key calls the
 * operations of this API as tools. Each request is complete in itself, so any instance answers it.
 */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { Problem } from '#core/problem.ts'
import { maxJsonBytes } from '../body-limits.ts'
import type { App, Routes } from '../routes.ts'
import { type Arguments, findArgumentProblem, sendOperation, type ToolResult, toToolResult } from './calls.ts'
import { loadOperations, type Operation } from './operations.ts'

/** The first one is offered to clients that ask for a revision which is not among them. */
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26']
/** The revision of a request that names none, and the only one in which several messages can be sent together. */
const batchRevision = '2025-03-26'
const maxMessages = 100

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
/** JSON-RPC 2.0, section 5.1. The last one is of the range that is left to servers. */
const codes = {
  unreadable: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  unknownRevision: -32000,
}
const incomplete = 'The body must be one request of JSON-RPC 2.0.'

interface Options {
  config: Config
  version: string
}

/** Registered before the routes that become tools. */
export const agentRoutes =
  ({ config, version }: Options): Routes =>
  (app) => {
    const registered = new Set<string>()
    app.addHook('onRoute', ({ schema }) => {
      if (schema?.operationId !== undefined) registered.add(schema.operationId)
    })
    let operations: Promise<Operation[]> | undefined
    const listOperations = () => {
      operations ??= loadOperations(registered)
      return operations
    }
    const server = { app, basePath: config.basePath, name: config.organizationName, version, listOperations }

    app.post(
      '/mcp',
      {
        config: { access: 'signed-in', scope: 'any', raw: true, unaudited: true },
        errorHandler: refuseUnreadable,
        // A call has the body of an operation.
        bodyLimit: maxJsonBytes,
      },
      async (request, reply) => {
        ensureAgent(config, request)
        const { body } = request
        const problem = findProblem(body, request.headers['mcp-protocol-version'])
        if (problem !== null) return reply.code(400).send(createFailure(problem))
        const answer = Array.isArray(body)
          ? await answerBatch(server, request, body)
          : await answerOne(server, request, body)
        return answer === null ? reply.code(202).send() : reply.send(answer)
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

/** Throws 403 for a page of another origin, and for a session. */
function ensureAgent({ corsOrigins }: Config, { headers: { origin }, ctx }: FastifyRequest): void {
  if (origin !== undefined && corsOrigins !== null && !corsOrigins.includes(origin)) throw foreignOrigin
  if (ctx.actor.scopes === null) throw needsKey
}

const createFailure = (error: RpcError) => ({ jsonrpc: '2.0', id: null, error })

/** Answers a body that is not JSON as the protocol says; other errors are answered like everywhere. */
function refuseUnreadable(error: FastifyError, _: FastifyRequest, reply: FastifyReply) {
  if (error.code !== 'FST_ERR_CTP_INVALID_JSON_BODY') throw error
  return reply.code(400).send(createFailure({ code: codes.unreadable, message: 'The body is not JSON.' }))
}

/** Returns why the whole body is refused: its revision is not known, it is no message, or too many or too few of them. */
function findProblem(body: unknown, named: string | string[] | undefined): RpcError | null {
  // The first message negotiates the revision.
  const isFirst = !Array.isArray(body) && readMessage(body)?.method === 'initialize'
  const revision = named ?? batchRevision
  if (!isFirst && !revisions.some((known) => known === revision)) {
    const message = `This revision of the protocol is not spoken here; speak ${revisions.join(', ')}.`
    return { code: codes.unknownRevision, message }
  }
  if (!Array.isArray(body))
    return readMessage(body) === null ? { code: codes.invalidRequest, message: incomplete } : null
  if (revision !== batchRevision)
    return { code: codes.invalidRequest, message: `${incomplete} Several are for revision ${batchRevision}.` }
  if (body.length === 0 || body.length > maxMessages)
    return { code: codes.invalidRequest, message: `Send 1 to ${maxMessages} messages at once.` }
  if (body.some((message) => readMessage(message)?.method === 'initialize'))
    return { code: codes.invalidRequest, message: 'Initialize is sent alone.' }
  return null
}

/** Returns the answers to the requests of a batch; null if it has notifications only. */
async function answerBatch(server: Server, request: FastifyRequest, batch: readonly unknown[]) {
  const answers: object[] = []
  // One after the other, as if each had come alone.
  for (const body of batch) {
    const answer = await answerOne(server, request, body)
    if (answer !== null) answers.push(answer)
  }
  return answers.length === 0 ? null : answers
}

/** Returns the answer to a request; null for a notification. */
async function answerOne(server: Server, request: FastifyRequest, body: unknown): Promise<object | null> {
  const message = readMessage(body)
  if (message === null) return createFailure({ code: codes.invalidRequest, message: incomplete })
  const { id } = message
  return id === undefined ? null : { jsonrpc: '2.0', id, ...(await answerMessage(server, request, message)) }
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
  listOperations: () => Promise<Operation[]>
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
  const { name, arguments: input = {} } = params
  const operation = (await listAllowed(server, request)).find(({ tool }) => tool.name === name)
  if (operation === undefined)
    return { error: { code: codes.invalidParams, message: 'There is no such tool for the scopes of this API key.' } }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { error: { code: codes.invalidParams, message: 'The arguments must be an object.' } }
  return { result: await callTool(server, request, operation, { ...input }) }
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
  return (await listOperations()).filter(({ scope }) => granted.includes(scope))
}

/** Calls the operation, unless an argument has a wrong name. */
async function callTool(
  { app, basePath }: Server,
  request: FastifyRequest,
  operation: Operation,
  input: Arguments,
): Promise<ToolResult> {
  const problem = findArgumentProblem(operation, input)
  return problem === null ? sendOperation(app, { request, basePath }, operation, input) : toToolResult(problem, true)
}
