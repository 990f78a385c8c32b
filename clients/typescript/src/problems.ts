/** Errors for refused requests. */

interface Refusal {
  message?: string
  errors?: Record<string, string[]>
}

/** The service refused the request or failed. If the service was not reached, `fetch` throws its own error instead. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The HTTP status. */
  readonly status: number
  /** The messages for each invalid field; empty if the error is not about fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The service's id of this request, which support asks for. */
  readonly requestId: string | null
  /** The number of seconds to wait before a repetition, if the service sent it. */
  readonly retryAfter: number | null

  constructor(response: Response, { message, errors }: Refusal) {
    super(message ?? `The service answered ${response.status} ${response.statusText}`.trimEnd())
    this.status = response.status
    this.errors = errors ?? {}
    this.requestId = response.headers.get('x-request-id')
    this.retryAfter = parseSeconds(response)
  }
}

/**
 * Whether the error is a refusal by the service, with one of the given statuses if there are any.
 *
 * @example
 * try {
 *   await api.signUp({ body: { name: 'Ada', email: 'ada', password: 'short' } })
 * } catch (error) {
 *   if (!isProblem(error, 422)) throw error
 *   console.log(error.errors.email)
 * }
 */
export function isProblem(error: unknown, ...statuses: number[]): error is ApiProblem {
  return error instanceof ApiProblem && (statuses.length === 0 || statuses.includes(error.status))
}

/** Reads the problem from a response. Intermediaries such as proxies may respond in another format. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const text = await response.text()
  return new ApiProblem(response, readRefusal(text))
}

function readRefusal(text: string): Refusal {
  try {
    const body: unknown = JSON.parse(text)
    return isRefusal(body) ? body : {}
  } catch {
    return {}
  }
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

/** Reads `Retry-After` in seconds; the service does not send dates. */
export function parseSeconds({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
