import type { RefundOutcome } from '#adapters/payments/refund.ts'
import type { Context } from '#context.ts'
import { findGateway } from '../gateways.ts'
import type { Charge } from './record.ts'
import { refunds } from './refund-queries.ts'
import type { RefundRow } from './refund-record.ts'

/** Money that the operator returns: there is no gateway to ask. */
const returnedByHand: RefundOutcome = { status: 'succeeded', refund_id: null }

/** Returns what became of a refund. The query is the truth: what the gateway has already is not sent again. */
export async function requestRefund(
  ctx: Context,
  refund: RefundRow,
  charge: Charge & { payment_id: string },
): Promise<RefundOutcome> {
  const gateway = findGateway(ctx, charge.gateway)
  if (gateway === null) return returnedByHand
  const others = (await refunds.ofCharge.all(ctx, { charge_id: charge.id })).filter(({ id }) => id !== refund.id)
  const { refund_id, amount, tries, status, created_at: since } = refund
  const { payment_id, currency, key: charge_key } = charge
  const key = formatTry(refund.key, tries)
  const other_ids = others.flatMap((other) => other.refund_id ?? [])
  const known = await gateway.findRefund({ refund_id, key, payment_id, amount, currency, since, other_ids })
  if (known !== null) return known
  // An operator refunded it at the gateway, under a name of its own.
  if (status !== 'pending') return { status: 'succeeded', refund_id } as const
  if (refund_id !== null) throw new Error('The gateway does not know this refund any more.')
  const order = { key, charge_key, payment_id, amount, currency, since, is_whole: amount === charge.amount }
  return gateway.refund({ ...order, others_amount: sumOpen(others) })
}

/** The key of a try at the gateway. */
export const formatTry = (key: string, tries: number) => (tries === 1 ? key : `${key}-try${tries}`)

/** Returns the key of the refund. */
export const removeTry = (key: string): string => key.replace(/-try\d+$/, '')

const sumOpen = (refunds: readonly RefundRow[]): number =>
  refunds.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0)
