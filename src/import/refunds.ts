/** What was returned of payments. */

import { Type } from 'typebox'
import { createUuid } from '#core/random.ts'
import { DateTime, oneOf } from '#core/schema.ts'
import { refundRecord } from '#features/payments/charges/refund-record.ts'
import { describeCardNumber } from './card-numbers.ts'
import { collectRefusals, findFacts, listIds } from './facts.ts'
import { importOf } from './import-of.ts'
import { MinorUnits } from './money.ts'
import { chargeFacts, invoiceTotals, refundTotals } from './payment-queries.ts'
import type { Databases, ImportRow } from './table.ts'

/** Refuses refunds of payments that were not received, and those that are more than is left. */
async function findExcess(databases: Databases, rows: readonly ImportRow[]) {
  const ids = listIds(rows, 'charge_id')
  const payments = await findFacts(databases, chargeFacts.byIds, ids)
  const refunded = await findFacts(databases, refundTotals.ofCharges, ids)
  const sums = new Map([...refunded].map(([id, { amount }]) => [id, amount]))
  return collectRefusals(rows, (row) => {
    const payment = payments.get(row.charge_id)
    if (payment === undefined || payment.status === 'failed')
      return `The payment ${row.charge_id} was not received, so nothing of it was returned.`
    if (row.status === 'failed') return null
    const sum = (sums.get(row.charge_id) ?? 0) + row.amount
    if (sum > payment.amount)
      return `The refunds of the payment ${row.charge_id} would be ${sum}, and it was ${payment.amount}.`
    sums.set(row.charge_id, sum)
    return null
  })
}

export const refunds = importOf(refundRecord, {
  description: 'One refund that is over a line. It says what was returned of its payment; no money is moved.',
  extra: {
    amount: Type.Integer({
      minimum: 1,
      maximum: MinorUnits.maximum,
      description: 'In the smallest unit of the currency of the payment, such as cents.',
    }),
    status: oneOf('succeeded', 'failed'),
    key: Type.String({ minLength: 1, maxLength: 200, description: 'The idempotency key at the gateway.' }),
    created_at: DateTime,
    settled_at: DateTime,
  },
  bounds: { reason: 2_000, failure: 500, tries: [1, 1_000], refund_id: 255 },
  descriptions: { refund_id: 'The id at the gateway, such as `re_…`.' },
  defaults: {
    ...{ status: 'succeeded', reason: '', failure: '', tries: 1 },
    key: () => `refund-${createUuid()}`,
    settled_at: ({ created_at }) => created_at,
  },
  references: { charge_id: 'charges' },
  check: describeCardNumber('reason', 'failure', 'refund_id', 'key'),
  complete: findExcess,
  async derive(tx, rows) {
    const ids = [...new Set<number>(rows.map(({ charge_id }) => charge_id))]
    await refundTotals.toCharges.run(tx, { ids })
    await invoiceTotals.setRefunded.run(tx, { ids })
  },
})
