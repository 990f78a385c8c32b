/** Credit notes of refunds, with the numbers that they have. */

import { Type } from 'typebox'
import { calculateTax } from '#features/payments/index.ts'
import { creditNoteRecord } from '#features/payments/invoices/credit-note-record.ts'
import { refundFacts } from './fact-queries.ts'
import { collectRefusals, findFacts, listIds } from './facts.ts'
import { importOf } from './import-of.ts'
import { DocumentNumber, findLastNumbers, startOfDay } from './invoices.ts'
import { MinorUnits } from './money.ts'
import { creditNoteCounters, creditNoteTotals, invoiceTotals } from './payment-queries.ts'
import { type Databases, type ImportRow, optional } from './table.ts'

interface CreditedAmount {
  amount: number
  tax: number
}

interface CreditedInvoice {
  amount: number
  tax_rate: number
  tax_amount: number
}

/** Together the credit notes of an invoice contain its tax, whatever was rounded. */
function calculateCreditedTax(invoice: CreditedInvoice, before: CreditedAmount, amount: number): number {
  const left = invoice.tax_amount - before.tax
  const isLast = before.amount + amount >= invoice.amount
  return isLast ? left : Math.min(left, calculateTax(amount, invoice.tax_rate))
}

/** Adds the refunds and invoices, with the tax, and refuses credit notes without an invoice or with more tax than is left. */
async function addInvoices(databases: Databases, rows: readonly ImportRow[]) {
  const refunds = await findFacts(databases, refundFacts, listIds(rows, 'refund_id'))
  const ids = [...refunds.values()].map(({ charge_id }) => charge_id)
  const invoices = await findFacts(databases, invoiceTotals.ofCharges, ids)
  const credited = new Map<number, CreditedAmount>(await findFacts(databases, creditNoteTotals.ofCharges, ids))
  return collectRefusals(rows, (row) => {
    const refund = refunds.get(row.refund_id)
    const invoice = refund && invoices.get(refund.charge_id)
    if (refund === undefined || invoice === undefined)
      return `The payment of the refund ${row.refund_id} has no invoice.`
    const before = credited.get(refund.charge_id) ?? { amount: 0, tax: 0 }
    const tax_amount: number = row.tax_amount ?? calculateCreditedTax(invoice, before, refund.amount)
    const { user_id, invoice_id, number } = invoice
    if (before.tax + tax_amount > invoice.tax_amount || tax_amount > refund.amount)
      return `The tax of the credit notes would be more than that of the invoice ${number} or of the refund.`
    credited.set(refund.charge_id, { amount: before.amount + refund.amount, tax: before.tax + tax_amount })
    Object.assign(row, { user_id, invoice_id, amount: refund.amount, tax_amount })
    return null
  })
}

export const creditNotes = importOf(creditNoteRecord, {
  description:
    'One credit note a line; the amount is that of its refund. Numbers like `CN-2026-000123` are not given again: the next ' +
    'credit note of their year follows the largest.',
  extra: {
    number: DocumentNumber,
    tax_amount: optional(
      Type.Integer({
        ...MinorUnits,
        description: 'The tax in the amount, in the smallest unit; by the rate of the invoice unless given.',
      }),
    ),
  },
  defaults: { created_at: startOfDay },
  computed: ['user_id', 'invoice_id', 'amount'],
  references: { refund_id: 'refunds' },
  following: { user_id: 'refund_id', invoice_id: 'refund_id' },
  unique: 'the same number or the same refund_id',
  uniqueKeys: [{ columns: ['refund_id'] }, { columns: ['number'] }],
  complete: addInvoices,
  async derive(tx, rows) {
    await creditNoteCounters.raise.run(tx, { rows: findLastNumbers(/^CN-(\d{4})-(\d{1,9})$/, rows) })
  },
})
