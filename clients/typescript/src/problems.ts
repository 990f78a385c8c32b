/** What the service refuses, as errors. */

interface Refusal {
  message?: string
  errors?: Record<string, string[]>
}

/** The service refused, or failed. What never reached it is the error of `fetch` instead. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** The HTTP status. */
  readonly status: number
  /** For each invalid field every sentence about it; empty where it is not about fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** What support asks for: the service's name for this request. */
  readonly requestId: string | null
  /** The seconds after which it is worth to ask again, where the service said so. */
  readonly retryAfter: number | null

  constructor(response: Response, { message, errors }: Refusal) {
    super(message ?? `The service answered ${response.status} ${response.statusText}`.trimEnd())
    this.status = response.status
    this.errors = errors ?? {}
    this.requestId = response.headers.get('x-request-id')
    this.retryAfter = secondsIn(response)
  }
}

/** Whether the service refused, with one of these statuses if any are given. */
export function isProblem(error: unknown, ...statuses: number[]): error is ApiProblem {
  return error instanceof ApiProblem && (statuses.length === 0 || statuses.includes(error.status))
}

/** The problem in an answer. Something on the way, like a proxy, may answer in another form. */
export async function problemIn(response: Response): Promise<ApiProblem> {
  const text = await response.text()
  return new ApiProblem(response, refusalIn(text))
}

function refusalIn(text: string): Refusal {
  try {
    const body: unknown = JSON.parse(text)
    return isRefusal(body) ? body : {}
  } catch {
    return {}
  }
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

/** `Retry-After` in seconds; the service sends no dates there. */
export function secondsIn({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
