import { Type } from 'typebox'
import { invalidFields, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { gatewayAway } from './customers.ts'
import { beginMethodSetup, getMethodSetup, refreshMethodSetup } from './hosted-setup.ts'
import { checkMethodFields } from './method-check.ts'
import {
  MethodSetup,
  NewMethodSetup,
  NewPaymentMethod,
  PaymentMethod,
  PaymentMethodChange,
  PaymentMethodType,
} from './schemas.ts'
import {
  addPaymentMethod,
  deletePaymentMethod,
  listPaymentMethods,
  unconfirmedDefault,
  updatePaymentMethod,
} from './service.ts'
import { refreshPaymentMethod } from './setup.ts'
import { listMethodTypes } from './types.ts'

export const paymentMethodRoutes = routes('Subscriptions and payments', [
  route('GET /payment-methods', {
    config: { access: 'signed-in', scope: 'billing:read' },
    summary: 'List my payment methods',
    description: 'Only the last four digits and the expiry of a card are stored.',
    response: responds(200, Type.Array(PaymentMethod)),
    run: listPaymentMethods,
  }),
  route('GET /payment-methods/types', {
    config: { access: 'signed-in', scope: 'billing:read' },
    operationId: 'listPaymentMethodTypes',
    summary: 'List what can be added as a payment method',
    description:
      'Cards, and the providers of mobile money with the countries in which they can be charged here. Empty types are left out.',
    response: responds(200, Type.Array(PaymentMethodType)),
    run: listMethodTypes,
  }),
  route('POST /payment-methods', {
    config: { access: 'signed-in', scope: null, message: 'The payment method is saved.', check: checkMethodFields },
    summary: 'Add a card or a mobile money account',
    description:
      'A card needs `card_number`, `expiry_month`, `expiry_year` and `cvv`, or a `token` of the gateway instead. ' +
      'Mobile money needs `provider` and `phone`. The first method is the default one. A bank may ask ' +
      'for a confirmation: then `payment_method.action` has the page of the bank, and the method can be charged after it. `GET /payment-methods/types` lists what ' +
      'can be added; other methods are 422.',
    body: NewPaymentMethod,
    response: responds(201, Type.Object({ payment_method: PaymentMethod }), invalidFields({}), gatewayAway),
    run: addPaymentMethod,
  }),
  route('POST /payment-methods/setups', {
    config: { access: 'signed-in', scope: null, message: 'The page of the payment provider is open.' },
    operationId: 'beginPaymentMethodSetup',
    summary: 'Add a card on a page of the payment provider',
    description:
      'Where `GET /payment-methods/types` says `hosted_setup`. Lead the person to `setup.url`; the page leads back to ' +
      '`FRONTEND_URL/payment-methods/setups/{id}`, with and without a card, where `POST /payment-methods/setups/{id}/refresh` says what became ' +
      'of it. A card of a person who does not come back is added within minutes. The page ends after an hour, and counts as a payment method ' +
      'until then.',
    body: NewMethodSetup,
    response: responds(201, Type.Object({ setup: MethodSetup }), invalidFields({}), gatewayAway),
    run: beginMethodSetup,
  }),
  route('GET /payment-methods/setups/:id', {
    config: { access: 'signed-in', scope: 'billing:read' },
    operationId: 'getPaymentMethodSetup',
    summary: 'Show what is known of a page of the payment provider',
    description: 'Only my own; those of other users are not found (404). It is kept for 30 days after its end.',
    response: responds(200, MethodSetup, notFound),
    run: getMethodSetup,
  }),
  route('POST /payment-methods/setups/:id/refresh', {
    config: { access: 'signed-in', scope: null, message: 'This is what became of the payment method.' },
    operationId: 'refreshPaymentMethodSetup',
    summary: 'Ask whether a card was added on the page of the payment provider',
    description:
      'For a person who comes back from the page: the payment provider is asked now, and a card is stored once, however often it is asked. ' +
      'While `status` is `open`, the person may still use the page.',
    response: responds(200, MethodSetup, notFound, gatewayAway),
    run: refreshMethodSetup,
  }),
  route('PUT /payment-methods/:id', {
    config: { access: 'signed-in', scope: null, message: 'The payment method is saved.' },
    operationId: 'changePaymentMethod',
    summary: 'Rename a payment method, or make it the default',
    description:
      'Only my own; methods of other users are not found (404). To change the default, make another method the default.',
    body: PaymentMethodChange,
    response: responds(200, PaymentMethod, notFound, unconfirmedDefault),
    run: updatePaymentMethod,
  }),
  route('POST /payment-methods/:id/refresh', {
    config: { access: 'signed-in', scope: null, message: 'This is what became of the payment method.' },
    summary: 'Ask whether a payment method is confirmed',
    description:
      'For a person who comes back from the bank: the payment provider is asked now. A method that the bank refused is removed, and ' +
      'the answer is 422 with the reason. One that is not confirmed for an hour is removed too.',
    response: responds(200, PaymentMethod, notFound, invalidFields({})),
    run: refreshPaymentMethod,
  }),
  route('DELETE /payment-methods/:id', {
    config: { access: 'signed-in', scope: null, message: 'The payment method is deleted.' },
    summary: 'Delete a payment method',
    description: 'Renewals of an active subscription then use the default method.',
    response: respondsMessage(notFound),
    run: deletePaymentMethod,
  }),
])
