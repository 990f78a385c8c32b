/** Refunds of the sandbox gateway. */

import { randomBytes } from 'node:crypto'
import type { PaymentGateway } from './gateway.ts'
import type { RefundOutcome } from './refund.ts'

/** After which something is confirmed that is not decided at once. */
export const confirmationDelayMs = 2_000

/** Returns how the token of a method, or the id of a payment, behaves. */
export const readBehavior = (token: string): string => token.split('_')[1] ?? 'paid'

const refusedRefund = 'refused'
const noFundsMessage = 'There is not enough money at the sandbox for this refund.'

/** Refunds of the sandbox; `given` has the payments that were refunded in whole. */
export function createRefunds(nowMs: () => number, input: Set<string>): Pick<PaymentGateway, 'refund' | 'findRefund'> {
  const refused = new Set<string>()

  function presentRefund(refund_id: string): RefundOutcome {
    const [, manner, since] = refund_id.split('_')
    if (manner === refusedRefund) return { status: 'failed', refund_id, reason: noFundsMessage }
    const waits = manner === 'laterrefund' && nowMs() < Number(since) + confirmationDelayMs
    return { status: waits ? 'pending' : 'succeeded', refund_id }
  }

  return {
    async refund({ payment_id, is_whole }) {
      const manner = readBehavior(payment_id)
      const isRefused = manner === 'norefund' && !refused.has(payment_id)
      if (isRefused) refused.add(payment_id)
      else if (is_whole) input.add(payment_id)
      const kind = isRefused ? refusedRefund : manner
      return presentRefund(`sandboxrefund_${kind}_${nowMs()}_${randomBytes(9).toString('hex')}`)
    },
    findRefund: async ({ refund_id }) => (refund_id === null ? null : presentRefund(refund_id)),
  }
}
