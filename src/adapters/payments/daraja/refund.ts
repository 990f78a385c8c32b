/** Reversals: the answer says that one was accepted, and a message says later what became of it. */

import { addDuration, type Clock } from '#core/time.ts'
import { splitPaymentId } from '../gateway.ts'
import { readField } from '../json-client.ts'
import type { GatewayStore } from '../store.ts'
import type { Post } from './client.ts'

/** A refund to make; the amount is in minor units. */
interface RefundOrder {
  key: string
  payment_id: string
  amount: number
}

type RefundOutcome = { status: 'succeeded' | 'pending' } | { status: 'failed'; reason: string }

/** Reversing again what is reversed is harmless, so a lost result is asked for in this way. */
const alreadyReversed = 'R000001'
const resultWithin = { minutes: 30 }

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

async function reversePayment(
  { key, payment_id, amount }: RefundOrder,
  settings: ReversalSettings,
  { post, store }: Pick<Calls, 'post' | 'store'>,
): Promise<RefundOutcome> {
  const { receipt } = splitPaymentId(payment_id)
  if (receipt === null) throw new Error('The receipt of the payment is not known yet.')
  const address = settings.createResultUrl(key)
  await store.beginResult('daraja', key)
  const { status, body } = await post('/mpesa/reversal/v1/request', {
    Initiator: settings.initiator,
    SecurityCredential: settings.securityCredential,
    CommandID: 'TransactionReversal',
    TransactionID: receipt,
    Amount: String(Math.round(amount / 100)),
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
  return { status: 'pending' }
}

/** Returns what the message about a reversal said; null when it was never requested, or when it is to be requested again. */
async function findReversal(
  key: string,
  { store, clock }: Pick<Calls, 'store' | 'clock'>,
): Promise<RefundOutcome | null> {
  const result = await store.findResult('daraja', key)
  if (result === null) return null
  const { code, requested_at } = result
  if (code === '0' || code === alreadyReversed) return { status: 'succeeded' }
  if (code !== null) return { status: 'failed', reason: `M-Pesa refused the refund with the code ${code}.` }
  return addDuration(requested_at, resultWithin) > clock.now() ? { status: 'pending' } : null
}

/** Rejects until the result says that the payment is reversed, so that it is asked for again; a failed one is requested anew then. */
export async function refundPayment(order: RefundOrder, settings: ReversalSettings, calls: Calls): Promise<void> {
  const known = await findReversal(order.key, calls)
  if (known?.status === 'succeeded') return
  if (known?.status === 'failed') await calls.store.forgetResult('daraja', order.key)
  if (known?.status !== 'pending') await reversePayment(order, settings, calls)
  throw new Error(known?.status === 'failed' ? known.reason : 'The refund is not completed yet.')
}
