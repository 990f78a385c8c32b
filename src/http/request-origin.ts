/** Where a request comes from: the network, the program, and what Safe Exam Browser says of itself. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Origin } from '#context.ts'

export const configKeyHeader = 'x-safeexambrowser-configkeyhash'

/** The address of the hosted page that calls the API within this process, which is the one that the browser knows. */
const pageUrl = new AsyncLocalStorage<string>()

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
  return { configKeyHash, url: pageUrl.getStore() ?? createSentUrl(request, config) }
}

/** Runs a call of the API for a page, whose address counts in its place. */
export const runForPage = <T>(request: FastifyRequest, config: Config, call: () => T): T =>
  pageUrl.run(createSentUrl(request, config), call)
