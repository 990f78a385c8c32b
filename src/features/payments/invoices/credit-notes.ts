import { type Context, createLocalizerFor, type Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { toDate } from '#core/periods.ts'
import { linkLifetime, type SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { creditNoteNumbers, creditNotes } from './credit-note-queries.ts'
import type { CreditNote } from './credit-note-record.ts'
import { invoices } from './queries.ts'
import type { BillingQuery, CreditNoteEntry } from './schemas.ts'
import { calculateTax } from './tax.ts'

/**
 * Issues the credit note of a refund and returns its number; null for a payment without an invoice. A refund that came back
 * and is paid out at last has the same one. Numbers have no gaps within a year. `isLast` says that nothing is left to refund.
 */
export async function issueCreditNote(
  tx: Transaction,
  { id, charge_id, amount }: { id: number; charge_id: number; amount: number },
  isLast: boolean,
): Promise<string | null> {
  const issued = await creditNotes.ofRefund.maybe(tx, { refund_id: id })
  const invoice = await invoices.ofCharge.maybe(tx, { charge_id })
  if (issued !== null || invoice === null) return issued?.number ?? null
  const now = tx.clock.now()
  const year = Number(now.slice(0, 4))
  const { last } = await creditNoteNumbers.next.one(tx, { year })
  const number = `CN-${year}-${String(last).padStart(6, '0')}`
  const { total } = await creditNotes.taxOfInvoice.one(tx, { invoice_id: invoice.id })
  // Together they contain the tax of the invoice, whatever was rounded.
  const tax_amount = isLast ? invoice.tax_amount - total : calculateTax(amount, invoice.tax_rate)
  const row = { number, user_id: invoice.user_id, invoice_id: invoice.id, refund_id: id, date: toDate(now), amount }
  await creditNotes.add.run(tx, { ...row, tax_amount, now })
  return number
}

export const listCreditNotes = (ctx: Context, query: BillingQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await creditNotes.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice })
    return { rows: rows.map((note) => presentEntry(ctx, note)), total }
  })

export const getCreditNotePath = (number: string) => `/billing/credit-notes/${encodeURIComponent(number)}`

function presentEntry(ctx: Context, note: CreditNote): CreditNoteEntry {
  const expiresAt = addDuration(ctx.clock.now(), linkLifetime)
  const { number, date, amount, tax_amount, currency, invoice_number, title } = note
  const path = getCreditNotePath(number)
  return {
    id: number,
    date,
    amount: fromMinorUnits(amount, currency),
    tax_amount: fromMinorUnits(tax_amount, currency),
    currency,
    invoice_id: invoice_number,
    plan: title,
    credit_note_url: createSignedUrl(ctx, path, expiresAt),
    pdf_url: createSignedUrl(ctx, `${path}/pdf`, expiresAt),
  }
}

/** Returns how the document of a credit note is written: in the language of the buyer. */
export async function getCreditedLocalizer(ctx: Context, number: string) {
  const { locale } = await creditNotes.localeOfBuyer.one(ctx, { number })
  return createLocalizerFor(ctx, locale)
}

/** Returns the credit note of a signed link; `path` is the signed path. */
export async function openCreditNote(ctx: Context, number: string, path: string, query: SignedQuery) {
  await ensureValidLink(ctx, path, query)
  return creditNotes.byNumber.one(ctx, { number })
}
