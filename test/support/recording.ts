/** Records requests and responses of the tests, from which `npm run generate -- --examples` chooses. */

import { appendFileSync } from 'node:fs'

export interface Recorded {
  method: string
  path: string
  request?: unknown
  status: number
  response: unknown
}

const file = process.env.RECORD_EXAMPLES

/** Does nothing unless `RECORD_EXAMPLES` names a file; otherwise appends a line of JSON. */
export function record({ request, ...exchange }: Recorded): void {
  if (file === undefined || exchange.status >= 300) return
  const body = readBody(request)
  const recorded: Recorded = { ...exchange, ...(body === undefined ? {} : { request: body }) }
  appendFileSync(file, `${JSON.stringify(recorded)}\n`)
}

function readBody(body: unknown): unknown {
  if (typeof body === 'string') return body.startsWith('{') ? JSON.parse(body) : undefined
  if (!(body instanceof FormData)) return undefined
  return Object.fromEntries(
    [...body].map(([name, value]) => [name, typeof value === 'string' ? value : `(${value.name})`]),
  )
}
