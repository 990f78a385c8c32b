import type { Context } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { getUser } from '#features/users/index.ts'
import { type Sentence, stored } from '#language/sentence.ts'
import { createTranslate } from '#language/translation.ts'
import { calculateTax, chooseTax } from '../invoices/tax.ts'
import { getChargeableMethod } from '../methods/service.ts'
import type { Payer } from '../prices.ts'
import type { PreviewLineKind, PurchasePreview } from './schemas.ts'

/** A payment method of the actor, or a country. */
export interface PreviewChoice {
  payment_method_id?: number | null | undefined
  country?: string | null | undefined
}

/** Returns who would pay. Throws 422 for a payment method that cannot be charged; without one, every price can be paid. */
export async function getPayer(ctx: Context, { payment_method_id: id, country = null }: PreviewChoice): Promise<Payer> {
  return id ? getChargeableMethod(ctx, id) : { country, getStep: () => 1 }
}

/** A purchase in minor units. Its lines make up the total, apart from what is too small to be paid. */
interface PreviewedPurchase {
  currency: string
  lines: { kind: PreviewLineKind; title: Sentence; amount: number }[]
  total: number
  nextCharge: { date: string; amount: number } | null
  /** The moment for which it was calculated, so that the same is charged when the person pays soon. */
  quotedAt: string
}

/** Presents what a purchase would cost the actor, with the tax that the invoice would state. */
export async function presentPreview(
  ctx: Context,
  { currency, lines, total, nextCharge, quotedAt }: PreviewedPurchase,
  { country: chosen, payer }: { country?: string | null | undefined; payer: Payer },
): Promise<PurchasePreview> {
  const { billing_address } = await getUser(ctx, ctx.actor.id)
  const { country = '', tax_id = '' } = billing_address ?? {}
  const address = { country: chosen || country, tax_id }
  const tax = chooseTax(ctx, { address, methodCountry: payer.country })
  const write = createTranslate(ctx.wording)
  const present = (minor: number) => fromMinorUnits(minor, currency)
  const rounding = total - lines.reduce((sum, { amount }) => sum + amount, 0)
  const all = [...lines, { kind: 'rounding' as const, title: 'Rounding' as const, amount: rounding }]
  return {
    currency,
    lines: all
      .filter(({ kind, amount }) => kind === 'price' || amount !== 0)
      .map(({ kind, title, amount }) => ({ kind, title: write(title), amount: present(amount) })),
    tax: {
      country: tax.country,
      name: tax.name,
      rate: tax.rate / 100,
      amount: present(calculateTax(total, tax.rate)),
      reverse_charge: tax.isReverseCharge,
      note: write(stored(tax.note)),
    },
    total: present(total),
    next_charge: nextCharge === null ? null : { date: nextCharge.date, amount: present(nextCharge.amount) },
    quoted_at: quotedAt,
  }
}
