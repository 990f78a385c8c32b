/** Examples of requests and responses, recorded from real runs by `npm run generate -- --examples`. */

import { readFileSync } from 'node:fs'
import type { Json } from './json.ts'

/** Examples by the name of a component, or by the operation for a request body without a name. */
type Examples = Record<string, Json>

/** Read once, when the description is created. */
export const readExamples = (): Examples =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))
