/** What the errors of Stripe mean, https://docs.stripe.com/error-low-level and https://docs.stripe.com/error-codes */

import { stored } from '#language/sentence.ts'
import { MethodRejected, type Outcome } from '../gateway.ts'
import type { RefundOutcome } from '../refund.ts'

export const declinedMessage = 'The payment was declined. Use another payment method.'
const rejectedMessage = 'The payment provider did not accept the payment. Please try again later.'
/** The bank wants the person to confirm a payment for which the person is not present. */
export const authenticationMessage = 'Your bank asks you to confirm the payment.'

interface StripeFailure {
  type?: string
  code?: string
  message?: string
  statusCode?: number
  payment_intent?: { id: string }
}

const isStripeError = (error: unknown): error is StripeFailure =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

const ignoreCodes =
  (...codes: string[]) =>
  (error: unknown) => {
    if (!isStripeError(error) || !codes.includes(error.code ?? '')) throw error
  }

export const ignoreMissing = ignoreCodes('resource_missing', 'payment_method_unexpected_state')
export const ignoreState = ignoreCodes('payment_intent_unexpected_state')

/** A page of Stripe that is not open cannot be ended; Stripe has no code for it. */
export const rethrowUnlessInvalidRequest = (error: unknown) => {
  if (!isStripeError(error) || error.type !== 'StripeInvalidRequestError') throw error
}

export const isMissing = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing'

/** The input field of each error code of a refused card. */
const fieldOfCode: Record<string, string> = {
  incorrect_number: 'card_number',
  invalid_number: 'card_number',
  invalid_expiry_month: 'expiry_month',
  invalid_expiry_year: 'expiry_year',
  expired_card: 'expiry_year',
  incorrect_cvc: 'cvv',
  invalid_cvc: 'cvv',
}

export function toMethodRejected(error: unknown, field: string): unknown {
  if (!isStripeError(error)) return error
  const isCard = error.type === 'StripeCardError'
  const isToken = field === 'token' && error.type === 'StripeInvalidRequestError'
  if (!isCard && !isToken) return error
  const sentence = isToken ? 'The token is unknown to the gateway.' : stored(error.message ?? declinedMessage)
  return new MethodRejected(fieldOfCode[error.code ?? ''] ?? field, sentence)
}

/** Errors after which no money moved. After all others the outcome is unknown. */
export function toFailedOutcome(error: unknown): Outcome {
  if (!isStripeError(error)) throw error
  if (error.type === 'StripeCardError') {
    const payment_id = error.payment_intent?.id ?? null
    if (error.code === 'authentication_required')
      return { status: 'failed', payment_id, reason: authenticationMessage, needs_person: true }
    return { status: 'failed', payment_id, reason: error.message || declinedMessage }
  }
  if (isRejected(error)) return { status: 'failed', payment_id: null, reason: rejectedMessage }
  throw error
}

const rejectedTypes = ['StripeInvalidRequestError', 'StripeAuthenticationError', 'StripePermissionError']

/** Returns whether Stripe did nothing. 409: the first request with the key is still running at Stripe. */
const isRejected = ({ type, statusCode }: StripeFailure) => rejectedTypes.includes(type ?? '') && statusCode !== 409

/** Errors after which no money was returned. After all others it is unknown. */
export function toRefundOutcome(error: unknown): RefundOutcome {
  if (!isStripeError(error)) throw error
  if (error.code === 'charge_already_refunded') return { status: 'succeeded', refund_id: null }
  if (isRejected(error)) return { status: 'failed', refund_id: null, reason: error.message || rejectedMessage }
  throw error
}
