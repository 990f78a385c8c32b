/** Requests to gateways that speak JSON. Nothing of a request or an answer is in an error, because both contain phone numbers. */

/** With one attempt this stays below the minute after which the outcome of a charge is asked for. */
const timeoutMs = 20_000

export interface JsonRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Absent for none. */
  body?: object
}

export interface JsonAnswer {
  status: number
  /** Null when the answer is no JSON. */
  body: unknown
}

/** Sends a request once. Rejects when the gateway did not answer; then the outcome is unknown. */
export async function requestJson(url: string, { method, headers, body }: JsonRequest): Promise<JsonAnswer> {
  const { pathname } = new URL(url)
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, body: parseJson(await answer.text()) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
    throw new Error(`The payment gateway did not answer ${method} ${hideIds(pathname)}: ${reason}`)
  }
}

/** Replaces what may name a person or a payment. */
const hideIds = (path: string) =>
  path
    .split('/')
    .map((part) => (part.length > 12 && /\d/.test(part) ? '…' : part))
    .join('/')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Gateways answer with pages when something is wrong; the caller reports the status.
    return null
  }
}

/** Returns a field of a parsed answer as text, through objects and lists; empty when it is absent. */
export function readField(value: unknown, ...path: readonly (string | number)[]): string {
  const [first, ...rest] = path
  if (first === undefined) return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return readField(readChild(value, first), ...rest)
}

/** Returns the items of a list in a parsed answer; none when it is absent. */
export function readItems(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = path.reduce<unknown>(readChild, value)
  return Array.isArray(found) ? found : []
}

function readChild(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === String(name))?.[1]
}
