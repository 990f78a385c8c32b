import { type Static, Type } from 'typebox'
import { Label, nullable, oneOf, Text, Untrimmed, withDescription } from '#core/schema.ts'

import { MethodType, paymentMethodRecord } from './record.ts'
import { methodSetupRecord, SetupType } from './setup-record.ts'

export const mobileProviders = ['mpesa', 'mtn', 'airtel', 'tigo', 'vodafone', 'orange'] as const
const MobileProvider = withDescription(oneOf(...mobileProviders), 'The provider of mobile money.')
const Phone = Type.String({
  pattern: '^\\+[1-9]\\d{6,14}$',
  maxLength: 16,
  spelling: 'phone',
  description: 'Spaces, hyphens and parentheses are removed, and 00 at the beginning means +.',
  sentence: 'The phone must be a number in international form, like +254712345678.',
})

export const PaymentMethod = Type.Object(paymentMethodRecord.answer, { title: 'PaymentMethod' })
export type PaymentMethod = Static<typeof PaymentMethod>

export const NewPaymentMethod = Type.Object({
  type: MethodType,
  card_number: Type.Optional(
    nullable(Untrimmed(40, { description: 'Goes to the payment gateway and is kept nowhere.' })),
  ),
  expiry_month: Type.Optional(
    withDescription(nullable(Type.Integer()), 'The month in which the card expires, 1 to 12.'),
  ),
  expiry_year: Type.Optional(
    withDescription(nullable(Type.Integer()), 'The year in which the card expires, in four digits.'),
  ),
  cvv: Type.Optional(nullable(Untrimmed(10, { description: 'Goes to the payment gateway and is kept nowhere.' }))),
  token: Type.Optional(
    nullable(Text(255, { description: 'Made by the gateway in the client, instead of the number of a card.' })),
  ),
  provider: Type.Optional(nullable(MobileProvider)),
  phone: Type.Optional(nullable(Phone)),
  nickname: Type.Optional(withDescription(nullable(Label(100)), 'A name that the owner gave it.')),
  is_default: Type.Optional(Type.Boolean({ description: 'Whether it is charged when no other method is named.' })),
})
export type NewPaymentMethod = Static<typeof NewPaymentMethod>

const ProviderType = Type.Object({
  provider: MobileProvider,
  countries: Type.Array(Type.String(), { description: 'Where it can be charged (ISO 3166-1 alpha-2).' }),
  currencies: Type.Array(Type.String(), { description: 'The currencies of these countries, ISO 4217 codes.' }),
  phone_example: Type.String({ description: 'The form of a phone number.', examples: ['+254712345678'] }),
})

export const PaymentMethodType = Type.Object(
  {
    type: MethodType,
    providers: Type.Array(ProviderType, { description: 'The providers of mobile money; empty for cards.' }),
    tokenize_with: withDescription(
      nullable(Type.String()),
      'The payment provider whose script makes a `token` of a card in the browser; null when there is none.',
    ),
    hosted_setup: Type.Boolean({
      description: 'Whether it can be added on a page of the payment provider, with `POST /payment-methods/setups`.',
    }),
  },
  { title: 'PaymentMethodType' },
)
export type PaymentMethodType = Static<typeof PaymentMethodType>

export const PaymentMethodChange = Type.Object({
  nickname: Type.Optional(withDescription(Label(100), 'A name that the owner gave it.')),
  is_default: Type.Optional(
    Type.Boolean({
      const: true,
      sentence: 'Make another payment method the default instead.',
      description: 'True makes it the one that is charged when no other is named.',
    }),
  ),
})
export type PaymentMethodChange = Static<typeof PaymentMethodChange>

export const MethodSetup = Type.Object(methodSetupRecord.answer, { title: 'PaymentMethodSetup' })
export type MethodSetup = Static<typeof MethodSetup>

/** A path of the frontend. It is never an address, so that it leads to no other site. */
const NextPath = Type.String({
  maxLength: 500,
  pattern: '^/(?:[\\w.~%-][\\w./~%-]*)?$',
  description: 'The path of the frontend that wants the method, for its page to which the person returns.',
  examples: ['/plans'],
  sentence: 'The next page must be a path, like /next.',
})

export const NewMethodSetup = Type.Object({
  type: SetupType,
  next: Type.Optional(nullable(NextPath)),
  is_default: Type.Optional(Type.Boolean({ description: 'Whether it is charged when no other method is named.' })),
})
export type NewMethodSetup = Static<typeof NewMethodSetup>
