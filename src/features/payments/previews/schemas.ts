import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'

/** What the previews of all purchases ask for. */
export const previewFields = {
  payment_method_id: Type.Optional(
    nullable(
      withDescription(
        Id,
        'One of mine. Without it, the price is that of `country`, and a payment method may need another one.',
      ),
    ),
  ),
  country: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[A-Z]{2}$',
        maxLength: 16,
        spelling: 'code',
        sentence: 'The country must be a code of two letters, like KE.',
        description:
          'Where I am (ISO 3166-1 alpha-2), which decides the tax in the price: the country of my billing address unless given, else that ' +
          'of the payment method. Invoices take that of the billing address.',
      }),
    ),
  ),
}

const PreviewLine = Type.Object({
  kind: withDescription(
    oneOf('price', 'discount', 'credit', 'rounding'),
    'The price; less a coupon; less the unused time of the present plan; what is too small to be paid.',
  ),
  title: Type.String({ description: 'What it is, in the language of the request.' }),
  amount: Type.Number({
    description: 'In units of the currency, with its decimal places (ISO 4217); negative for a deduction.',
  }),
})

const PreviewTax = Type.Object({
  country: nullable(
    Type.String({
      description: 'The country by whose rate or rule it is taxed; null for the rate that is for everybody.',
    }),
  ),
  name: Type.String({ description: 'The name of the tax, like `VAT`.' }),
  rate: Type.Number({ description: 'In percent.' }),
  amount: withDescription(Amount, 'The tax in the total, in units of the currency.'),
  reverse_charge: Type.Boolean({
    description:
      'Whether I owe the tax myself, as a company of the European Union in another member state than the seller.',
  }),
  note: Type.String({ description: 'Why there is no tax, in the language of the request; empty where there is some.' }),
})

const NextCharge = Type.Object({
  date: withDescription(DateTime, 'When it is charged.'),
  amount: withDescription(Amount, 'The amount at the present price, in units of the currency.'),
})

/** What a purchase would cost. */
export const PurchasePreview = Type.Object(
  {
    currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
    lines: Type.Array(PreviewLine, { description: 'What makes up the total.' }),
    tax: withDescription(PreviewTax, 'The tax, which is included in the total.'),
    total: withDescription(Amount, 'What is charged now, in units of the currency; 0 for nothing.'),
    next_charge: withDescription(nullable(NextCharge), 'The next payment; null when there is none.'),
    quoted_at: withDescription(DateTime, 'The moment for which this was calculated.'),
  },
  { title: 'PurchasePreview' },
)
export type PurchasePreview = Static<typeof PurchasePreview>
export type PreviewLineKind = PurchasePreview['lines'][number]['kind']
