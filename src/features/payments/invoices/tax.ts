import type { AnyContext } from '#context.ts'
import { isInEuropeanUnion, parseVatNumber } from '#core/vat-numbers.ts'
import type { BillingAddress } from '#database/tables/billing.ts'
import type { PlainTemplate } from '#language/sentence.ts'

/** Returns the tax contained in an amount, in minor units; `rate` in hundredths of a percent. */
export const calculateTax = (amount: number, rate: number) => amount - Math.round((amount * 10_000) / (10_000 + rate))

/** What the invoice must say then: Directive 2006/112/EC, articles 196 and 226 (11a). */
const reverseChargeNote: PlainTemplate = 'Reverse charge: the recipient of the service owes the VAT.'

export interface Tax {
  /** The country of the buyer, whose rate or rule it is; null where `TAX_RATE` is for everybody. */
  country: string | null
  name: string
  /** Hundredths of a percent; the tax is included in the price. */
  rate: number
  /** Why there is no tax; empty where there is some. */
  note: string
  isReverseCharge: boolean
}

/** Who buys: the address on the invoice, or without one the country of the payment method. */
export interface TaxedBuyer {
  address: Pick<BillingAddress, 'country' | 'tax_id'> | null
  methodCountry: string | null
}

/**
 * Chooses the tax that a price includes. The price is the same in every country, so the tax never changes what a person pays. Without
 * `TAX_RATES` there is one rate for everybody.
 */
export function chooseTax({ config }: AnyContext, { address, methodCountry }: TaxedBuyer): Tax {
  const { seller, tax } = config.documents
  const { name } = tax
  const country = address?.country || methodCountry
  const own = country === null ? undefined : tax.rates[country]
  if (Object.keys(tax.rates).length > 0 && address !== null && isReverseCharge(seller.country, address))
    return { country: address.country, name, rate: 0, note: reverseChargeNote, isReverseCharge: true }
  const rate = own ?? tax.rate
  const note = rate === 0 ? tax.note : ''
  return { country: own === undefined ? null : country, name, rate, note, isReverseCharge: false }
}

/** Whether a company of the European Union buys in another member state, and so owes the tax itself. */
const isReverseCharge = (seller: string | null, { country, tax_id }: Pick<BillingAddress, 'country' | 'tax_id'>) =>
  seller !== null &&
  seller !== country &&
  isInEuropeanUnion(seller) &&
  isInEuropeanUnion(country) &&
  parseVatNumber(country, tax_id) !== null
