/** Credit notes of refunds, with the numbers that they have. */

import { Type } from 'typebox'
import { CalendarDate, DateTime, Id } from '#core/schema.ts'
import { calculateTax } from '#features/payments/index.ts'
import { findFacts } from './facts.ts'
import { DocumentNumber, findLastNumbers } from './invoices.ts'
import { MinorUnits } from './money.ts'
import { creditNoteCounters, creditNoteTotals, invoiceTotals, refundFacts } from './payment-queries.ts'
import { type Databases, type ImportRow, type ImportTable, optional } from './table.ts'

interface Credited {
  amount: number
  tax: number
}

interface CreditedInvoice {
  amount: number
  tax_rate: number
  tax_amount: number
}

/** Together the credit notes of an invoice contain its tax, whatever was rounded. */
function calculateCreditedTax(invoice: CreditedInvoice, before: Credited, amount: number): number {
  const left = invoice.tax_amount - before.tax
  const isLast = before.amount + amount >= invoice.amount
  return isLast ? left : Math.min(left, calculateTax(amount, invoice.tax_rate))
}

/** Adds the refunds and invoices, with the tax, and refuses credit notes without an invoice or with more tax than is left. */
async function addInvoices(databases: Databases, rows: readonly ImportRow[]) {
  const refunds = await findFacts(
    databases,
    refundFacts.byIds,
    rows.map(({ refund_id }) => refund_id),
  )
  const ids = [...refunds.values()].map(({ charge_id }) => charge_id)
  const invoices = await findFacts(databases, invoiceTotals.ofCharges, ids)
  const credited = new Map<number, Credited>(await findFacts(databases, creditNoteTotals.ofCharges, ids))
  const refused = new Map<ImportRow, string>()
  for (const row of rows) {
    const refund = refunds.get(row.refund_id)
    const invoice = refund && invoices.get(refund.charge_id)
    if (refund === undefined || invoice === undefined) {
      refused.set(row, `The payment of the refund ${row.refund_id} has no invoice.`)
      continue
    }
    const before = credited.get(refund.charge_id) ?? { amount: 0, tax: 0 }
    const tax_amount: number = row.tax_amount ?? calculateCreditedTax(invoice, before, refund.amount)
    const { user_id, invoice_id, number } = invoice
    if (before.tax + tax_amount > invoice.tax_amount || tax_amount > refund.amount) {
      refused.set(row, `The tax of the credit notes would be more than that of the invoice ${number} or of the refund.`)
      continue
    }
    credited.set(refund.charge_id, { amount: before.amount + refund.amount, tax: before.tax + tax_amount })
    Object.assign(row, { user_id, invoice_id, amount: refund.amount, tax_amount })
  }
  return refused
}

export const creditNotes: ImportTable = {
  name: 'credit_notes',
  description:
    'One credit note a line; the amount is that of its refund. Numbers like `CN-2026-000123` are not given again: the next ' +
    'credit note of their year follows the largest.',
  columns: {
    id: Id,
    refund_id: Id,
    number: DocumentNumber,
    date: CalendarDate,
    tax_amount: optional(
      Type.Integer({
        ...MinorUnits,
        description: 'The tax in the amount, in the smallest unit; by the rate of the invoice unless given.',
      }),
    ),
    created_at: optional(DateTime),
  },
  references: { refund_id: 'refunds' },
  following: { user_id: 'refund_id', invoice_id: 'refund_id' },
  unique: 'the same number or the same refund_id',
  uniqueKeys: [{ columns: ['refund_id'] }, { columns: ['number'] }],
  stored: {
    id: 'integer',
    number: 'text',
    user_id: 'integer',
    invoice_id: 'integer',
    refund_id: 'integer',
    date: 'calendarDate',
    amount: 'integer',
    tax_amount: 'integer',
    created_at: 'timestamp',
  },
  complete: addInvoices,
  convert: (row) => ({ ...row, created_at: row.created_at ?? `${row.date}T00:00:00.000Z` }),
  async derive(tx, rows) {
    await creditNoteCounters.raise.run(tx, { rows: findLastNumbers(/^CN-(\d{4})-(\d{1,9})$/, rows) })
  },
}
