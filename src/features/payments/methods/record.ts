import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, internal, readOnly, type TableOf } from '#database/record.ts'

export const MethodType = withDescription(oneOf('card', 'mobile_money'), 'A card or mobile money.')

/** What a person sends of a method goes to the gateway (see `NewPaymentMethod`); this is stored. */
export const paymentMethodRecord = defineRecord('payment_methods', {
  id: readOnly(Id),
  type: readOnly(MethodType),
  brand: readOnly(nullable(Type.String({ description: 'Of a card, like `visa`.' }))),
  last4: readOnly(nullable(Type.String())),
  expiry_month: readOnly(nullable(Type.Integer()), { tracked: true }),
  expiry_year: readOnly(nullable(Type.Integer()), { tracked: true }),
  provider: readOnly(nullable(Type.String({ description: 'Of mobile money, like `mpesa`.' }))),
  phone: readOnly(nullable(Type.String({ description: 'Masked, like `+2547••••1234`.' }))),
  is_default: readOnly(Type.Boolean({ description: 'Charged when no other method is named.' }), { tracked: true }),
  nickname: readOnly(Type.String(), { tracked: true }),
  user_id: internal(Id),
  gateway: internal(Type.String()),
  /** The method at the gateway. */
  token: internal(Type.String()),
  created_at: internal(DateTime),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    payment_methods: TableOf<typeof paymentMethodRecord>
  }
}
