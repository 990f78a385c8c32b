import { type Context, createLocalizerFor, type Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { page } from '#core/page.ts'
import { toDate } from '#core/periods.ts'
import { linkLifetime, type SignedQuery } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'
import { notify } from '#features/notifications/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'
import { recordFigure } from '#platform/figures.ts'
import { createSignedUrl, ensureValidLink } from '#platform/signed-links.ts'
import { describePurchase } from '../purchases.ts'
import { invoiceNumbers, invoices } from './queries.ts'
import type { Invoice } from './record.ts'
import type { BillingQuery, BillingRecord } from './schemas.ts'
import { calculateTax, chooseTax } from './tax.ts'

interface PaidPayment {
  id: number
  user_id: number
  amount: number
  currency: string
  title: string
  method_label: string
  /** The country of the payment method; null when it is not known. */
  method_country: string | null
  /** The day on which an administrator received it by hand. */
  received_on?: string
}

/** The account may have been deleted while the payment was pending. */
const deletedUser = { name: 'Deleted user', email: '', billing_address: null }

/** Issues the invoice of a payment and notifies the user. Numbers have no gaps within a year. */
export async function issueInvoice(
  tx: Transaction,
  charge: PaidPayment,
  { start, end }: { start: string; end: string },
): Promise<void> {
  const { id, user_id, amount, currency, title } = charge
  const { seller } = tx.config.documents
  const now = tx.clock.now()
  const year = Number(now.slice(0, 4))
  const { last } = await invoiceNumbers.next.one(tx, { year })
  const number = `INV-${year}-${String(last).padStart(6, '0')}`
  const buyer = (await findUser(tx, user_id)) ?? deletedUser
  const tax = chooseTax(tx, { address: buyer.billing_address, methodCountry: charge.method_country })
  await invoices.add.run(tx, {
    number,
    user_id,
    charge_id: id,
    date: toDate(now),
    amount,
    currency,
    title,
    period_start: toDate(start),
    period_end: toDate(end),
    seller: seller.name,
    seller_address: seller.address,
    seller_tax_id: seller.taxId,
    buyer_address: buyer.billing_address,
    tax_name: tax.name,
    tax_rate: tax.rate,
    tax_amount: calculateTax(amount, tax.rate),
    tax_note: tax.note,
    tax_country: tax.country,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    paid_with: charge.method_label,
    paid_on: charge.received_on ?? null,
    now,
  })
  await recordFigure(tx, `received.${currency}`, amount)
  await notifyPayer(tx, charge, number)
}

const notifyPayer = (
  tx: Transaction,
  { id, user_id, amount, currency, title }: PaidPayment,
  number: string,
): Promise<void> =>
  notify(tx, user_id, 'payment_received', {
    title: 'Payment received',
    message: fill('We received {amount} for {title}. Invoice {number}.', {
      amount: { minor: amount, currency },
      title: describePurchase(title),
      number,
    }),
    data: { url: '/billing/history', action: 'view_billing' },
    event: `charge:${id}`,
  })

export const listBilling = (ctx: Context, query: BillingQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await invoices.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice })
    return { rows: rows.map((invoice) => presentRecord(ctx, invoice)), total }
  })

/** Numbers that were imported may have slashes. */
export const getInvoicePath = (number: string) => `/billing/invoices/${encodeURIComponent(number)}`

/** Returns a link to the invoice of a payment; null while it has none. */
export async function findInvoiceUrl(ctx: Context, chargeId: number): Promise<string | null> {
  const invoice = await invoices.ofCharge.maybe(ctx, { charge_id: chargeId })
  if (invoice === null) return null
  return createSignedUrl(ctx, getInvoicePath(invoice.number), addDuration(ctx.clock.now(), linkLifetime))
}

function presentRecord(ctx: Context, invoice: Invoice): BillingRecord {
  const expiresAt = addDuration(ctx.clock.now(), linkLifetime)
  const link = (path: string) => createSignedUrl(ctx, path, expiresAt)
  return {
    id: invoice.number,
    date: invoice.date,
    amount: fromMinorUnits(invoice.amount, invoice.currency),
    currency: invoice.currency,
    status: invoice.status,
    refunded_amount: fromMinorUnits(invoice.refunded_amount, invoice.currency),
    refund_pending: fromMinorUnits(invoice.refund_pending, invoice.currency),
    plan: invoice.title,
    coupon_code: invoice.coupon_code,
    period: `${invoice.period_start}/${invoice.period_end}`,
    invoice_url: link(getInvoicePath(invoice.number)),
    pdf_url: link(`${getInvoicePath(invoice.number)}/pdf`),
  }
}

/** Returns how the document of an invoice is written: in the language of the buyer. */
export async function getBuyerLocalizer(ctx: Context, number: string): Promise<Localizer> {
  const { locale } = await invoices.localeOfBuyer.one(ctx, { number })
  return createLocalizerFor(ctx, locale)
}

/** Returns the invoice of a signed link; `path` is the signed path. */
export async function openInvoice(ctx: Context, number: string, path: string, query: SignedQuery) {
  await ensureValidLink(ctx, path, query)
  return invoices.byNumber.one(ctx, { number })
}
