/** Problems that are reported to the caller: a status, a message and, for some, a field. */

import { fill, type Sentence } from '#language/sentence.ts'
import { translateToEnglish } from '#language/translation.ts'

/** Messages of a 422 by field; nested fields use dots. */
export type FieldErrors = Readonly<Record<string, readonly Sentence[]>>

/** Thrown by services and sent as the error envelope without changes. */
export class Problem extends Error {
  readonly status: number
  /** The message, which is written in the language of the caller at the edge. */
  readonly sentence: Sentence
  readonly errors: FieldErrors | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, sentence: Sentence, details: { errors?: FieldErrors; retryAfter?: number } = {}) {
    super(translateToEnglish(sentence))
    this.name = 'Problem'
    this.status = status
    this.sentence = sentence
    this.errors = details.errors
    this.retryAfter = details.retryAfter
  }
}

export const invalidData = 'The given data was invalid.'

/** A violated rule of one field: 422 with the message on the field. */
export const createFieldProblem = (field: string, message: Sentence) =>
  new Problem(422, message, { errors: { [field]: [message] } })

/** A violated rule without a field: 422. */
export const createRuleViolation = (message: Sentence) => new Problem(422, message)

/** Failed validation: 422 with all messages of all fields. */
export const invalidFields = (errors: FieldErrors) => new Problem(422, invalidData, { errors })

/** Returns whether the error is a failed validation. */
export const isInvalidFields = (error: unknown): error is Problem & { errors: FieldErrors } =>
  error instanceof Problem && error.errors !== undefined && error.sentence === invalidData

/** Throws 422 if there are messages. */
export function refuseInvalid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/**
 * Returns the messages of all checks that refuse fields. A check that fails otherwise, for example because the actor may
 * not see the object, adds none.
 */
export async function collectErrors(...checks: (() => unknown)[]): Promise<FieldErrors> {
  const errors: Record<string, readonly Sentence[]> = {}
  for (const check of checks)
    try {
      await check()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (isInvalidFields(error)) Object.assign(errors, error.errors)
    }
  return errors
}

/** The request cannot be parsed: 400. */
export const createMalformedRequest = (message: Sentence) => new Problem(400, message)

export const unauthenticated = new Problem(401, 'Unauthenticated.')
export const forbidden = new Problem(403, 'Unauthorized')
export const notFound = new Problem(404, 'Resource Not Found')

/** The API key may not do this: 403 that names each missing scope. */
export const createMissingScope = (scope: string, ...others: readonly string[]) => {
  const describe = (name: string) => fill('The API key lacks the scope {scope}.', { scope: name })
  return new Problem(403, describe(scope), { errors: { scope: [scope, ...others].map(describe) } })
}
const sessionNeeded = 'API keys cannot be used here; please sign in.'
export const refusesApiKeys = new Problem(403, sessionNeeded, { errors: { scope: [sessionNeeded] } })

const verificationNeeded = 'Please verify your e-mail address first.'
export const verifiedEmailNeeded = new Problem(403, verificationNeeded, { errors: { email: [verificationNeeded] } })

const setupNeeded = 'Your role needs a second factor. Please set it up first.'
export const secondFactorNeeded = new Problem(403, setupNeeded, { errors: { two_factor: [setupNeeded] } })

/** Too many requests: 429; `retryAfter` in seconds. */
export const createTooManyRequests = (message: Sentence, retryAfter: number) =>
  new Problem(429, message, { retryAfter })

/** Temporarily createUnavailable: 503; `retryAfter` in seconds. */
export const createUnavailable = (message: Sentence, retryAfter: number) => new Problem(503, message, { retryAfter })

/** Throws 403 unless allowed. */
export function permit(allowed: boolean): asserts allowed {
  if (!allowed) throw forbidden
}

/** Throws the problem unless the condition holds. */
export function ensure(holds: boolean, otherwise: Problem): asserts holds {
  if (!holds) throw otherwise
}
