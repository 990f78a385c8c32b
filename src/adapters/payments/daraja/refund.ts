/** Reversals: the answer says that one was accepted, and a message says later what became of it. */

import { addDuration, type Clock } from '#core/time.ts'
import { splitPaymentId } from '../gateway.ts'
import { readField } from '../json-client.ts'
import type { RefundOrder, RefundOutcome } from '../refund.ts'
import type { GatewayStore } from '../store.ts'
import type { Post } from './client.ts'

/** Reversing again what is reversed is harmless, so a lost result is asked for in this way. */
const alreadyReversed = 'R000001'
const shilling = 100
const wholeShillings = 'M-Pesa returns whole shillings. Close this refund, and begin one of another amount.'
const resultWithin = { minutes: 30 }
/** Receipts of the last 48 hours are listed, so that an older one is not found any more; shorter than the task of a refund is retried. */
const receiptWithin = { hours: 36 }
const noReceipt =
  'The receipt of the payment is not known, so M-Pesa cannot reverse it. Return it in another way, then close this refund.'
const onceOnly = 'M-Pesa reverses a payment only once. Return the rest in another way, then close this refund.'

export interface ReversalSettings {
  shortcode: string
  initiator: string
  securityCredential: string
  /** Where the result goes, for the key of a refund. */
  createResultUrl: (key: string) => string
}

interface Calls {
  post: Post
  store: GatewayStore
  clock: Clock
}

/** Requests a reversal. M-Pesa reverses a payment once, so a second part of it is not returned in this way. */
export async function requestReversal(
  { key, payment_id, amount, others_amount, since }: RefundOrder,
  settings: ReversalSettings,
  { post, store, clock }: Calls,
): Promise<RefundOutcome> {
  if (others_amount > 0) return { status: 'failed', refund_id: null, reason: onceOnly }
  if (amount % shilling !== 0) return { status: 'failed', refund_id: null, reason: wholeShillings }
  const { receipt } = splitPaymentId(payment_id)
  if (receipt === null) {
    if (addDuration(since, receiptWithin) > clock.now()) throw new Error('The receipt of the payment is not known yet.')
    return { status: 'failed', refund_id: null, reason: noReceipt }
  }
  const address = settings.createResultUrl(key)
  await store.beginResult('daraja', key)
  const { status, body } = await post('/mpesa/reversal/v1/request', {
    Initiator: settings.initiator,
    SecurityCredential: settings.securityCredential,
    CommandID: 'TransactionReversal',
    TransactionID: receipt,
    Amount: String(amount / shilling),
    ReceiverParty: settings.shortcode,
    // Spelled so by Daraja.
    RecieverIdentifierType: '11',
    ResultURL: address,
    QueueTimeOutURL: address,
    Remarks: 'Refund',
    Occasion: 'Refund',
  })
  if (status !== 200 || readField(body, 'ResponseCode') !== '0')
    throw new Error(`Daraja did not accept the refund: ${status} ${readField(body, 'errorCode')}`.trim())
  return { status: 'pending', refund_id: null }
}

/** Returns what the message about a reversal said; null when it was never requested, or when it is to be requested again. */
export async function findReversal(
  key: string,
  { store, clock }: Pick<Calls, 'store' | 'clock'>,
): Promise<RefundOutcome | null> {
  const result = await store.findResult('daraja', key)
  if (result === null) return null
  const { code, requested_at } = result
  if (code === '0' || code === alreadyReversed) return { status: 'succeeded', refund_id: null }
  if (code !== null)
    return { status: 'failed', refund_id: null, reason: `M-Pesa refused the refund with the code ${code}.` }
  return addDuration(requested_at, resultWithin) > clock.now() ? { status: 'pending', refund_id: null } : null
}
