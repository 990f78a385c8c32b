/** What can go wrong and be told to the caller: named values with a status, a sentence and, where there is one, a field. */

/** Messages of a 422, a list for each field; nested fields use dots. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A refusal that reaches the caller as it stands. Thrown by services, turned into the error envelope at the edge. */
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

/** A broken rule on one field: 422 with the sentence both as the message and on the field. */
export const fieldProblem = (field: string, message: string) =>
  new Problem(422, message, { errors: { [field]: [message] } })

/** A broken rule that belongs to no field. */
export const ruleViolation = (message: string) => new Problem(422, message)

/** Failed validation: 422 with every message of every field. */
export const invalidFields = (errors: FieldErrors) => new Problem(422, invalidData, { errors })

/** The request cannot be read at all. */
export const malformedRequest = (message: string) => new Problem(400, message)

export const unauthenticated = new Problem(401, 'Unauthenticated.')
export const forbidden = new Problem(403, 'Unauthorized')
export const notFound = new Problem(404, 'Resource Not Found')

/** Too many requests; `retryAfter` in seconds. */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new Problem(429, message, { retryAfter })

/** The service cannot do this now; `retryAfter` in seconds. */
export const unavailable = (message: string, retryAfter: number) => new Problem(503, message, { retryAfter })

/** Answers 403 unless allowed. */
export function permit(allowed: boolean): asserts allowed {
  if (!allowed) throw forbidden
}

/** Answers the given problem unless the state holds. */
export function ensure(holds: boolean, otherwise: Problem): asserts holds {
  if (!holds) throw otherwise
}
