/** Examples of requests and answers, taken from real runs by `npm run examples`. */

import { readFileSync } from 'node:fs'
import type { Json } from './json.ts'

/** By operation: the body of a request, and of a success for each status. */
export type Examples = Record<string, { request?: Json; responses: Record<string, Json> }>

/** The file is read when the description is made, once. */
export const readExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))
