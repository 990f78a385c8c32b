/** Problems that are reported to the caller: a status, a message and, for some, a field. */

/** Messages of a 422 by field; nested fields use dots. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** Thrown by services and sent as the error envelope without changes. */
export class Problem extends Error {
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, details: { errors?: FieldErrors; retryAfter?: number } = {}) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.errors = details.errors
    this.retryAfter = details.retryAfter
  }
}

const invalidData = 'The given data was invalid.'

/** A violated rule of one field: 422 with the message on the field. */
export const fieldProblem = (field: string, message: string) =>
  new Problem(422, message, { errors: { [field]: [message] } })

/** A violated rule without a field: 422. */
export const ruleViolation = (message: string) => new Problem(422, message)

/** Failed validation: 422 with all messages of all fields. */
export const invalidFields = (errors: FieldErrors) => new Problem(422, invalidData, { errors })

/** The request cannot be parsed: 400. */
export const malformedRequest = (message: string) => new Problem(400, message)

export const unauthenticated = new Problem(401, 'Unauthenticated.')
export const forbidden = new Problem(403, 'Unauthorized')
export const notFound = new Problem(404, 'Resource Not Found')

/** Too many requests: 429; `retryAfter` in seconds. */
export const tooManyRequests = (message: string, retryAfter: number) => new Problem(429, message, { retryAfter })

/** Temporarily unavailable: 503; `retryAfter` in seconds. */
export const unavailable = (message: string, retryAfter: number) => new Problem(503, message, { retryAfter })

/** Throws 403 unless allowed. */
export function permit(allowed: boolean): asserts allowed {
  if (!allowed) throw forbidden
}

/** Throws the problem unless the condition holds. */
export function ensure(holds: boolean, otherwise: Problem): asserts holds {
  if (!holds) throw otherwise
}
