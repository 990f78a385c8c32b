import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { maxHeardBytes } from '#http/body-limits.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { App, Routes } from '#http/routes.ts'
import type { PurchaseType } from './charge.ts'
import { refreshMyPayment, showMyPayment } from './own-payments.ts'
import { noPrompt, promptOpen, sendPromptAgain } from './prompts.ts'
import { MyPayment } from './schemas.ts'
import { callbackMethods, notFromGateway, receiveGatewayEvent } from './webhooks.ts'

const Gateway = Type.Object({ gateway: Type.String({ maxLength: 20, description: 'The payment gateway.' }) })

/** A person's payments. `purposes` are what can be paid for. */
const listOwnRoutes = (purposes: readonly PurchaseType[]) => [
  route('GET /payments/:id', {
    config: { access: 'signed-in', scope: 'billing:read' },
    summary: 'Show a payment of mine',
    description: 'What became of it, and what I have to do for it. 404 for those of other people.',
    response: responds(200, MyPayment, notFound),
    run: showMyPayment,
  }),
  route('POST /payments/:id/refresh', {
    config: { access: 'signed-in', scope: null, message: 'This is what became of the payment.' },
    operationId: 'refreshMyPayment',
    summary: 'Ask what became of a payment of mine',
    description:
      'For a person who comes back from the bank: the payment provider is asked now, not at its next turn. A settled payment ' +
      'is answered as it is.',
    response: responds(200, MyPayment, notFound),
    run: (ctx, id) => refreshMyPayment(ctx, purposes, id),
  }),
  route('POST /payments/:id/prompt', {
    config: { access: 'signed-in', scope: null, message: 'This is what became of the payment.' },
    operationId: 'sendPromptAgain',
    summary: 'Send another prompt to the phone',
    description:
      'For a payment by mobile money whose prompt was not answered, from two minutes after the last one (`prompt_again_at`); earlier it is ' +
      '429. One that was not sent because the provider or the phone was busy is sent at once. The payment provider is asked about the ' +
      'last prompt first: a payment that is settled is answered as it is, and while ' +
      'the last prompt may still be answered, no other is sent (422). A number is asked at most 5 times an hour and 15 times a day, by all people ' +
      'together.',
    response: responds(200, MyPayment, notFound, noPrompt, promptOpen),
    run: (ctx, id) => sendPromptAgain(ctx, purposes, id),
  }),
]

/** The webhook of the gateways. */
const listGatewayRoutes = (purposes: readonly PurchaseType[]) =>
  callbackMethods.map(({ method, suffix }) =>
    route(`${method} /payments/webhooks/:gateway`, {
      config: { access: 'public', message: 'Heard.' },
      operationId: `hearGateway${suffix}`,
      summary: 'Called by the payment gateway',
      description:
        'Set it as the webhook of the gateway: `/payments/webhooks/stripe`, `/payments/webhooks/pawapay`. The signature is verified; ' +
        'messages may arrive twice, late, and in any order.',
      params: Gateway,
      response: respondsMessage(notFound, notFromGateway),
      bodyLimit: maxHeardBytes,
      handler: ({ ctx, params, body, headers }) =>
        receiveGatewayEvent(ctx, purposes, {
          gateway: params.gateway,
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          method,
          headers,
        }),
    }),
  )

const tag = 'Subscriptions and payments'

export const paymentRoutes =
  (purposes: readonly PurchaseType[]): Routes =>
  (app) => {
    routes(tag, listOwnRoutes(purposes))(app)
    void app.register(async (scope: App) => {
      // A signature covers the raw bytes, so the body is not parsed.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
      routes(tag, listGatewayRoutes(purposes))(scope)
    })
  }
