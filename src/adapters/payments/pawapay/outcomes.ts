/** What deposits of pawaPay mean for a charge, https://docs.pawapay.io/v2/docs/failure_codes */

import type { Duration } from '#core/time.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Outcome } from '../gateway.ts'

/** How long operators wait for the PIN. */
const promptLifetime: Duration = { minutes: 5 }

const declined: PlainTemplate = 'The payment was declined. Use another payment method.'

const reasons: Record<string, PlainTemplate> = {
  PAYMENT_NOT_APPROVED: 'The prompt on the phone was not answered.',
  PAYMENT_IN_PROGRESS: 'Another payment is open on this phone. Wait a minute, then try again.',
  INSUFFICIENT_BALANCE: 'The mobile money account has insufficient funds. Use another payment method.',
  PAYER_LIMIT_REACHED: 'The limit of the mobile money account is reached. Use another payment method.',
  WALLET_LIMIT_REACHED: 'The limit of the mobile money account is reached. Use another payment method.',
  PAYER_NOT_FOUND: 'This phone has no account at the provider. Use another payment method.',
  AMOUNT_OUT_OF_BOUNDS: 'The provider does not take this amount. Use another payment method.',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'The provider is out of order. Try again later, or use another payment method.',
}

/** After these another prompt may be sent. */
const unanswered = ['PAYMENT_NOT_APPROVED', 'PAYMENT_IN_PROGRESS']
const busy = ['PAYMENT_IN_PROGRESS', 'PROVIDER_TEMPORARILY_UNAVAILABLE']

/** The id is null when the deposit was rejected, and so is not one. */
export const toFailure = (payment_id: string | null, code: string): Outcome => ({
  status: 'failed',
  payment_id,
  reason: reasons[code] ?? declined,
  is_unanswered: unanswered.includes(code),
  is_busy: busy.includes(code),
})

export const toPending = (payment_id: string): Outcome => ({
  status: 'pending',
  payment_id,
  action: { kind: 'prompt', within: promptLifetime },
})

/** Only COMPLETED and FAILED are final; what is unknown is asked again. */
export function toOutcome(payment_id: string, status: string, failureCode: string): Outcome {
  if (status === 'COMPLETED') return { status: 'succeeded', payment_id }
  return status === 'FAILED' ? toFailure(payment_id, failureCode) : toPending(payment_id)
}
