/** What imported payments, refunds, invoices and credit notes say about one another. */

import { sql } from 'kysely'
import { castInteger, integerList, jsonRows, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { ChargeStatus } from '#database/tables/billing.ts'

interface Ids {
  ids: readonly number[]
}

export const chargeFacts = {
  /** The payments with their payers, who are missing in a trial that does not import them. */
  byIds: prepare((q, p: Ids) =>
    q
      .selectFrom('charges')
      .leftJoin('users', 'users.id', 'charges.user_id')
      .select(['charges.id', 'charges.user_id', 'charges.amount', 'charges.currency', 'charges.status'])
      .select(['charges.refunded_amount', 'charges.title', 'charges.period_start', 'charges.period_end'])
      .select(['charges.method_label', 'charges.received_on', 'users.name', 'users.email'])
      .where('charges.id', 'in', integerList(p.ids)),
  ),
}

/** What was returned of a payment. */
const returned = sql<number>`(select cast(coalesce(sum(amount), 0) as bigint) from refunds
  where charge_id = charges.id and status = 'succeeded')`

export const refundTotals = {
  ofCharges: prepare((q, p: Ids) =>
    q
      .selectFrom('refunds')
      .select(['charge_id as id', sql<number>`cast(sum(amount) as bigint)`.as('amount')])
      .where('charge_id', 'in', integerList(p.ids))
      .where('status', '=', 'succeeded')
      .groupBy('charge_id'),
  ),

  /** A payment that is refunded as a whole without rows about it stays so. */
  toCharges: prepare((q, p: Ids) =>
    q
      .updateTable('charges')
      .set({
        refunded_amount: sql<number>`case when status = 'refunded' then amount else ${returned} end`,
        status: sql<ChargeStatus>`case when ${returned} >= amount then 'refunded' else status end`,
      })
      .where('id', 'in', integerList(p.ids)),
  ),
}

const lastDay = perEngine<string | null>({
  sqlite: sql`substr(max(settled_at), 1, 10)`,
  postgres: sql`cast(max(settled_at) at time zone 'UTC' as date)`,
})

export const invoiceTotals = {
  ofCharges: prepare((q, p: Ids) =>
    q
      .selectFrom('invoices')
      .select(['charge_id as id', 'id as invoice_id', 'number', 'user_id', 'amount', 'tax_rate', 'tax_amount'])
      .where('charge_id', 'in', integerList(p.ids)),
  ),

  /** Brings invoices in line with their payments, and with the day of the last refund unless they have one. */
  setRefunded: prepare((q, p: Ids) =>
    q
      .updateTable('invoices')
      .set({
        refunded_amount: sql<number>`(select refunded_amount from charges where charges.id = invoices.charge_id)`,
        status: sql<
          'paid' | 'refunded'
        >`case when (select status from charges where charges.id = invoices.charge_id) = 'refunded'
          then 'refunded' else 'paid' end`,
        refunded_on: sql<string | null>`coalesce(refunded_on, (select ${lastDay} from refunds
          where refunds.charge_id = invoices.charge_id and refunds.status = 'succeeded'))`,
      })
      .where('charge_id', 'in', integerList(p.ids)),
  ),
}

export const creditNoteTotals = {
  ofCharges: prepare((q, p: Ids) =>
    q
      .selectFrom('credit_notes')
      .innerJoin('refunds', 'refunds.id', 'credit_notes.refund_id')
      .select('refunds.charge_id as id')
      .select(sql<number>`cast(sum(credit_notes.amount) as bigint)`.as('amount'))
      .select(sql<number>`cast(sum(credit_notes.tax_amount) as bigint)`.as('tax'))
      .where('refunds.charge_id', 'in', integerList(p.ids))
      .groupBy('refunds.charge_id'),
  ),
}

/** Lets the next number of each year follow the given ones. */
const prepareRaise = (table: 'invoice_numbers' | 'credit_note_numbers') =>
  prepare((q, p: { rows: readonly { year: number; last: number }[] }) => {
    const number = (name: string) => castInteger(sql`given.value->>${sql.lit(name)}`)
    const last = sql.ref<number>(`${table}.last`)
    return q
      .insertInto(table)
      .columns(['year', 'last'])
      .expression(sql`select ${number('year')}, ${number('last')} from ${jsonRows(p.rows)} as given where true`)
      .onConflict((conflict) =>
        conflict
          .column('year')
          .doUpdateSet({ last: sql<number>`case when excluded.last > ${last} then excluded.last else ${last} end` }),
      )
  })

export const invoiceCounters = { raise: prepareRaise('invoice_numbers') }
export const creditNoteCounters = { raise: prepareRaise('credit_note_numbers') }
