/** Calls of tools: the request that an operation gets, and its answer as the protocol writes it. */

import type { FastifyRequest } from 'fastify'
import { agentHeader } from '../audit.ts'
import type { App } from '../routes.ts'
import type { Operation } from './operations.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** What a tool answers (Model Context Protocol 2025-11-25, "Tool Result"). */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  isError: boolean
}

/** The characters of an answer that an agent can read at once. */
const longestAnswer = 100_000
/** No character has more than three bytes in UTF-8 for each unit of a string; the envelope has a few more. */
const longestBody = 3 * longestAnswer + 10_000

export const toToolResult = (text: string, isError = false): ToolResult => ({
  content: [{ type: 'text', text }],
  isError,
})

/** Returns what is wrong with the names of the arguments; null if nothing is. Their values are checked by the operation. */
export function findArgumentProblem({ tool, inPath, inQuery, inBody }: Operation, input: Arguments): string | null {
  const known = new Set([...inPath, ...inQuery, ...inBody])
  const unknown = Object.keys(input).filter((name) => !known.has(name))
  if (unknown.length > 0)
    return `${tool.name} has no argument ${unknown.join(', ')}. Its arguments are: ${[...known].join(', ') || 'none'}.`
  const missing = inPath.filter((name) => !isPathValue(input[name]))
  return missing.length > 0 ? `${tool.name} needs ${missing.join(', ')}: a number or a word.` : null
}

/** A segment of a path. Dots alone would name another path. */
const isPathValue = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && !/^\.{1,2}$/.test(value))

/**
 * Sends the request of the operation to this service, on behalf of the caller and with the caller's limits. A change is in the audit log, also
 * one of a learner, because an agent acts while its owner is away.
 */
export async function sendOperation(
  app: App,
  { request, basePath }: { request: FastifyRequest; basePath: string },
  { method, path, inPath, inQuery, inBody }: Operation,
  input: Arguments,
): Promise<ToolResult> {
  const { headers, ip, ctx } = request
  const reply = await app.inject({
    method,
    payloadAsStream: true,
    url: `${basePath}${fillPath(path, inPath, input)}${writeQuery(inQuery, input)}`,
    remoteAddress: ip,
    headers: {
      host: headers.host ?? 'localhost',
      accept: 'application/json',
      'accept-language': ctx.wording.locale,
      'user-agent': headers['user-agent'] ?? '',
      authorization: headers.authorization ?? '',
      ...agentHeader,
    },
    ...(method === 'GET' ? {} : { payload: pick(input, inBody) }),
  })
  const stream = reply.stream()
  stream.once('close', () => reply.raw.res.destroy())
  const body = await readAnswer(stream)
  return body === null ? tooLong : presentAnswer(reply.statusCode, body)
}

const fillPath = (path: string, names: readonly string[], input: Arguments): string =>
  names.reduce((filled, name) => filled.replace(`{${name}}`, encodeURIComponent(String(input[name]))), path)

function writeQuery(names: readonly string[], input: Arguments): string {
  const query = new URLSearchParams()
  for (const name of names)
    for (const value of [input[name] ?? []].flat())
      query.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return query.size === 0 ? '' : `?${query}`
}

const pick = (input: Arguments, names: readonly string[]): object =>
  Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])))

const tooLong = toToolResult(
  `The answer has more than ${longestAnswer} characters, which is the most that is sent. Ask for fewer rows with limit, or for one object.`,
  true,
)

/** Returns the body; null as soon as it is longer than what is sent, so that a long one is not held in memory. */
async function readAnswer(stream: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > longestBody) return null
  }
  return Buffer.concat(chunks).toString()
}

/** The envelope without what the protocol says itself. */
function presentAnswer(status: number, body: string): ToolResult {
  const { message, data, meta, errors }: Record<string, unknown> = JSON.parse(body)
  if (status >= 400) return toToolResult(JSON.stringify({ message, errors }), true)
  const text = JSON.stringify({ message, data, meta })
  return text.length <= longestAnswer ? toToolResult(text) : tooLong
}
