/** What the errors of Stripe mean, https://docs.stripe.com/error-low-level and https://docs.stripe.com/error-codes */

import { type PlainTemplate, stored } from '#language/sentence.ts'
import { MethodRejected, type Outcome, UnknownPayment } from '../gateway.ts'
import type { RefundOutcome } from '../refund.ts'

const declinedMessage = 'The payment was declined. Use another payment method.'
const rejectedMessage = 'The payment provider did not accept the payment. Please try again later.'
/** The bank wants the person to confirm a payment for which the person is not present. */
export const authenticationMessage = 'Your bank asks you to confirm the payment.'

/** What people are told for each code, in their language; the message of Stripe is in English. */
const messageOfCode: Record<string, PlainTemplate> = {
  card_declined: 'Your card was declined. Use another payment method, or ask your bank.',
  insufficient_funds: 'The card has insufficient funds. Use another payment method.',
  expired_card: 'The card has expired. Use another payment method.',
  incorrect_cvc: 'The security code of the card is wrong.',
  invalid_cvc: 'The security code of the card is wrong.',
  processing_error: 'The bank could not be asked. Nothing was taken; try again in a few minutes.',
  payment_intent_authentication_failure: 'Your bank did not confirm you. Try again, or use another payment method.',
  setup_intent_authentication_failure: 'Your bank did not confirm you. Try again, or use another payment method.',
}

interface Refusal {
  code?: string | undefined
  decline_code?: string | undefined
  message?: string | undefined
}

/** Returns why a card was refused. A reason that the bank keeps to itself, such as a stolen card, is one like any other. */
export const describeRefusal = ({ code = '', decline_code = '', message }: Refusal): string =>
  messageOfCode[decline_code] ?? messageOfCode[code] ?? (message || declinedMessage)

interface StripeFailure {
  type?: string
  code?: string
  decline_code?: string
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

/** Rejects with `UnknownPayment` for what Stripe does not know, or does not know any more. */
export const findNamed = <T>(id: string, request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw isMissing(error) ? new UnknownPayment(id) : error
  })

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
  const sentence = isToken ? 'The token is unknown to the gateway.' : stored(describeRefusal(error))
  return new MethodRejected(fieldOfCode[error.code ?? ''] ?? field, sentence)
}

/** Errors after which no money moved. After all others the outcome is unknown. */
export function toFailedOutcome(error: unknown): Outcome {
  if (!isStripeError(error)) throw error
  if (error.type === 'StripeCardError') {
    const payment_id = error.payment_intent?.id ?? null
    if (error.code === 'authentication_required')
      return { status: 'failed', payment_id, reason: authenticationMessage, needs_person: true }
    return { status: 'failed', payment_id, reason: describeRefusal(error) }
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
