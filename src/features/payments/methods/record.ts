import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { computed, defaulted, defineRecord, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'
import { OptionalAction, type StoredAction } from '../actions.ts'

export const MethodType = withDescription(oneOf('card', 'mobile_money'), 'A card or mobile money.')

/** What a person sends of a method goes to the gateway (see `NewPaymentMethod`); this is stored. */
export const paymentMethodRecord = defineRecord('payment_methods', {
  id: readOnly(Id),
  type: readOnly(MethodType),
  brand: readOnly(nullable(Type.String({ description: 'Of a card, like `visa`.' }))),
  last4: readOnly(withDescription(nullable(Type.String()), 'The last four digits; null without a number.')),
  expiry_month: readOnly(withDescription(nullable(Type.Integer()), 'The month in which the card expires, 1 to 12.'), {
    tracked: true,
  }),
  expiry_year: readOnly(
    withDescription(nullable(Type.Integer()), 'The year in which the card expires, in four digits.'),
    { tracked: true },
  ),
  provider: readOnly(nullable(Type.String({ description: 'Of mobile money, like `mpesa`.' }))),
  phone: readOnly(nullable(Type.String({ description: 'Masked, like `+2547••••1234`.' }))),
  country: readOnly(
    nullable(
      Type.String({
        description:
          'Where it was issued (ISO 3166-1 alpha-2), which decides the currency that is charged; null when not known.',
      }),
    ),
  ),
  is_default: readOnly(Type.Boolean({ description: 'Charged when no other method is named.' }), { tracked: true }),
  nickname: readOnly(Type.String({ description: 'A name that the owner gave it.' }), { tracked: true }),
  user_id: internal(Id),
  gateway: internal(Type.String({ description: 'The payment gateway.' })),
  action: computed(
    withDescription(OptionalAction, 'What I have to confirm before it can be charged; null for nothing.'),
  ),
  /** The setup at the gateway; null for a method that can be charged. */
  setup_id: defaulted(nullable(Type.String()), { tracked: true }),
  setup_default: defaulted(Type.Boolean()),
  action_url: defaulted(nullable(Type.String()), { tracked: true }),
  action_expires_at: defaulted(nullable(DateTime)),
  /** The method at the gateway. */
  token: internal(Type.String({ description: 'The token; keep it secret.' })),
  /** The number of mobile money, encrypted. */
  phone_secret: defaulted(nullable(Type.String())),
  created_at: internal(DateTime),
})

/** A payment method as its owner sees it. */
export type PaymentMethodRow = RowOf<typeof paymentMethodRecord> & StoredAction & { phone_secret: string | null }

declare module '#database/tables/index.ts' {
  interface Tables {
    payment_methods: TableOf<typeof paymentMethodRecord>
  }
}
