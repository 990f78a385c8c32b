/** Where a request comes from: the network, the program, and what Safe Exam Browser says of itself. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Origin } from '#context.ts'
import type { Problem } from '#core/problem.ts'

export const configKeyHeader = 'x-safeexambrowser-configkeyhash'

/** A call of the API by a hosted page within this process. */
interface PageCall {
  /** The address of the page, which is the one that the browser knows. */
  url: string
  /** Why the API refused it. */
  problem?: Problem
}

const pageCall = new AsyncLocalStorage<PageCall>()

/** Returns the address of a request as its sender knows it; a proxy may serve the API under another path. */
const createSentUrl = ({ originalUrl }: FastifyRequest, { publicUrl, basePath }: Config): string =>
  `${publicUrl.slice(0, publicUrl.length - basePath.length)}${originalUrl}`

export const readOrigin = (request: FastifyRequest, config: Config): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  examBrowser: readExamBrowser(request, config),
})

/** Returns what Safe Exam Browser says of itself; null for other programs. */
function readExamBrowser(request: FastifyRequest, config: Config): Origin['examBrowser'] {
  const configKeyHash = request.headers[configKeyHeader]
  if (typeof configKeyHash !== 'string' || !/^[0-9a-f]{64}$/i.test(configKeyHash)) return null
  return { configKeyHash, url: pageCall.getStore()?.url ?? createSentUrl(request, config) }
}

/** Runs a call of the API for a page, whose address counts in its place. Returns the reply, and the problem if it was refused. */
export async function runForPage<T>(request: FastifyRequest, config: Config, call: () => Promise<T>) {
  const current: PageCall = { url: createSentUrl(request, config) }
  const reply = await pageCall.run(current, async () => call())
  return { reply, problem: current.problem }
}

/** Hands a problem to the page that called the API, which writes it with the labels of its form. */
export function recordPageProblem(problem: Problem): void {
  const current = pageCall.getStore()
  if (current !== undefined) current.problem = problem
}
