/** What the codes of Daraja mean for a charge. An unknown code means to ask again, never that a payment has failed. */

import type { Duration } from '#core/time.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Outcome } from '../gateway.ts'
import { type JsonAnswer, readField } from '../json-client.ts'

/** How long the result of a prompt takes. */
const promptLifetime: Duration = { minutes: 5 }

interface Failure {
  reason: PlainTemplate
  is_unanswered?: boolean
  is_busy?: boolean
}

const unanswered: Failure = { reason: 'The prompt on the phone was not answered.', is_unanswered: true }
const noFunds: Failure = {
  reason: 'The mobile money account has insufficient funds. Use another payment method.',
}
const atLimit: Failure = {
  reason: 'The limit of the mobile money account is reached. Use another payment method.',
}
const declined: Failure = { reason: 'The payment was declined. Use another payment method.' }
const busyPhone: Failure = {
  reason: 'Another payment is open on this phone. Wait a minute, then try again.',
  is_unanswered: true,
  is_busy: true,
}
const outOfOrder: Failure = {
  reason: 'The provider is out of order. Try again later, or use another payment method.',
  is_busy: true,
}

/** The results of a prompt that are final. */
const finalFailures: Record<string, Failure> = {
  1: noFunds,
  2: atLimit,
  3: atLimit,
  4: atLimit,
  8: atLimit,
  17: busyPhone,
  1019: unanswered,
  1025: unanswered,
  1032: declined,
  1037: unanswered,
  2001: declined,
  2028: declined,
  8006: declined,
  SFC_IC0003: declined,
}

/** The errors after which no prompt was sent. */
const refusals: Record<string, Failure> = {
  '400.002.02': { reason: 'The provider does not take this amount. Use another payment method.' },
  '500.001.1001': busyPhone,
  '500.003.02': outOfOrder,
  '500.003.03': outOfOrder,
}

const toPending = (payment_id: string): Outcome => ({
  status: 'pending',
  payment_id,
  action: { kind: 'prompt', within: promptLifetime },
})

/** Returns what became of the request for a prompt. Throws where that is not known: then it may have been sent. */
export function readPushAnswer({ status, body }: JsonAnswer): Outcome {
  const checkout = readField(body, 'CheckoutRequestID')
  if (status === 200 && readField(body, 'ResponseCode') === '0' && checkout !== '') return toPending(checkout)
  const code = readField(body, 'errorCode')
  const refusal = refusals[code]
  if (refusal === undefined) throw new Error(`Daraja answered a prompt with ${status} ${code}`.trim())
  return { status: 'failed', payment_id: null, ...refusal }
}

/** Returns what the query of a prompt says; pending for everything that is not final, also where that looks like an error. */
export function readQueryAnswer(payment_id: string, { body }: JsonAnswer): Outcome {
  const code = readField(body, 'ResultCode')
  if (code === '0') return { status: 'succeeded', payment_id }
  const failure = finalFailures[code]
  return failure === undefined ? toPending(payment_id) : { status: 'failed', payment_id, ...failure }
}
