/** The operations that agents can call. They are in `tools.json`, which `npm run generate` writes, because it takes seconds to make them from the routes. */

import { readFile } from 'node:fs/promises'
import type { Scope } from '#core/scopes.ts'
import type { JsonObject } from '../description/json.ts'

export interface Tool {
  /** The name of the operation: `list_job_posts` for `listJobPosts`. */
  name: string
  title: string
  description: string
  /** JSON Schema of the arguments: path, query and body together. */
  inputSchema: JsonObject
  /** Hints of the protocol: whether the tool changes something, takes something away, or can be repeated. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: false }
}

/** An operation of the API, and the scope that an API key needs for it. */
export interface Operation {
  operationId: string
  tool: Tool
  scope: Scope
  method: Method
  /** As in the description: `/job-posts/{id}`. */
  path: string
  inPath: readonly string[]
  inQuery: readonly string[]
  inBody: readonly string[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** The path of the committed operations. */
export const toolsFile: URL = new URL('./tools.json', import.meta.url)

/** Returns the committed operations whose routes are registered here, in the order of the description. */
export async function loadOperations(registered: ReadonlySet<string>): Promise<Operation[]> {
  const operations: Operation[] = JSON.parse(await readFile(toolsFile, 'utf8'))
  return operations.filter(({ operationId }) => registered.has(operationId))
}
