/** What was returned of payments. */

import { Type } from 'typebox'
import { createUuid } from '#core/random.ts'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { describeCardNumber } from './card-numbers.ts'
import { findFacts } from './facts.ts'
import { MinorUnits } from './money.ts'
import { chargeFacts, invoiceTotals, refundTotals } from './payment-queries.ts'
import { type Databases, type ImportRow, type ImportTable, optional } from './table.ts'

/** Refuses refunds of payments that were not received, and those that are more than is left. */
async function findExcess(databases: Databases, rows: readonly ImportRow[]) {
  const ids = rows.map(({ charge_id }): number => charge_id)
  const payments = await findFacts(databases, chargeFacts.byIds, ids)
  const refunded = await findFacts(databases, refundTotals.ofCharges, ids)
  const sums = new Map([...refunded].map(([id, { amount }]) => [id, amount]))
  const refused = new Map<ImportRow, string>()
  for (const row of rows) {
    const payment = payments.get(row.charge_id)
    if (payment === undefined || payment.status === 'failed') {
      refused.set(row, `The payment ${row.charge_id} was not received, so nothing of it was returned.`)
      continue
    }
    if ((row.status ?? 'succeeded') === 'failed') continue
    const sum = (sums.get(row.charge_id) ?? 0) + row.amount
    if (sum <= payment.amount) sums.set(row.charge_id, sum)
    else refused.set(row, `The refunds of the payment ${row.charge_id} would be ${sum}, and it was ${payment.amount}.`)
  }
  return refused
}

export const refunds: ImportTable = {
  name: 'refunds',
  description: 'One refund that is over a line. It says what was returned of its payment; no money is moved.',
  columns: {
    id: Id,
    charge_id: Id,
    amount: Type.Integer({
      minimum: 1,
      maximum: MinorUnits.maximum,
      description: 'In the smallest unit of the currency of the payment, such as cents.',
    }),
    status: optional(oneOf('succeeded', 'failed')),
    reason: optional(Type.String({ maxLength: 2_000 })),
    failure: optional(Type.String({ maxLength: 500, description: 'Why the money could not be returned.' })),
    tries: optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    refund_id: optional(
      nullable(Type.String({ maxLength: 255, description: 'The id at the gateway, such as `re_…`.' })),
    ),
    key: optional(Type.String({ minLength: 1, maxLength: 200, description: 'The idempotency key at the gateway.' })),
    created_at: DateTime,
    settled_at: optional(DateTime),
    closed_at: optional(
      nullable(
        Type.String({
          format: 'date-time',
          description: 'When it was decided that a failed refund needs nothing more; administrators decide without it.',
        }),
      ),
    ),
  },
  references: { charge_id: 'charges' },
  stored: {
    id: 'integer',
    charge_id: 'integer',
    amount: 'integer',
    status: 'text',
    reason: 'text',
    failure: 'text',
    tries: 'integer',
    refund_id: 'text',
    key: 'text',
    created_at: 'timestamp',
    settled_at: 'timestamp',
    closed_at: 'timestamp',
  },
  check: describeCardNumber('reason', 'failure', 'refund_id', 'key'),
  complete: findExcess,
  convert: (row) => ({
    ...row,
    status: row.status ?? 'succeeded',
    reason: row.reason ?? '',
    failure: row.failure ?? '',
    tries: row.tries ?? 1,
    refund_id: row.refund_id ?? null,
    key: row.key ?? `refund-${createUuid()}`,
    settled_at: row.settled_at ?? row.created_at,
    closed_at: row.closed_at ?? null,
  }),
  async derive(tx, rows) {
    const ids = [...new Set<number>(rows.map(({ charge_id }) => charge_id))]
    await refundTotals.toCharges.run(tx, { ids })
    await invoiceTotals.setRefunded.run(tx, { ids })
  },
}
