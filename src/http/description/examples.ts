/** Examples of requests and responses, recorded from real runs by `npm run examples`. */

import { readFileSync } from 'node:fs'
import type { Json } from './json.ts'

/** By operation: the body of a request, and of each success by status. */
export type Examples = Record<string, { request?: Json; responses: Record<string, Json> }>

/** Read once, when the description is created. */
export const readExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))
