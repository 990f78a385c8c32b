import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { maxHeardBytes } from '#http/body-limits.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import type { PurchaseType } from './charge.ts'
import { refreshMyPayment, showMyPayment } from './mine.ts'
import { noPrompt, promptOpen, sendPromptAgain } from './prompts.ts'
import { MyPayment } from './schemas.ts'
import { callbackMethods, notFromGateway, receiveGatewayEvent } from './webhooks.ts'

const Gateway = Type.Object({ gateway: Type.String({ maxLength: 20, description: 'The payment gateway.' }) })

/** A person's payments, and the webhook of the gateways. `purposes` are what can be paid for. */
export const paymentRoutes =
  (purposes: readonly PurchaseType[]): Routes =>
  (app) => {
    app.get('/payments/:id', {
      config: { access: 'signed-in', scope: 'billing:read' },
      schema: {
        operationId: 'showMyPayment',
        summary: 'Show a payment of mine',
        description: 'What became of it, and what I have to do for it. 404 for those of other people.',
        tags: ['Subscriptions and payments'],
        params: ids('id'),
        response: responds(200, MyPayment, notFound),
      },
      handler: (request) => showMyPayment(request.ctx, request.params.id),
    })

    app.post('/payments/:id/refresh', {
      config: { access: 'signed-in', scope: null, message: 'This is what became of the payment.' },
      schema: {
        operationId: 'refreshMyPayment',
        summary: 'Ask what became of a payment of mine',
        description:
          'For a person who comes back from the bank: the payment provider is asked now, not at its next turn. A settled payment ' +
          'is answered as it is.',
        tags: ['Subscriptions and payments'],
        params: ids('id'),
        response: responds(200, MyPayment, notFound),
      },
      handler: (request) => refreshMyPayment(request.ctx, purposes, request.params.id),
    })

    app.post('/payments/:id/prompt', {
      config: { access: 'signed-in', scope: null, message: 'This is what became of the payment.' },
      schema: {
        operationId: 'sendPromptAgain',
        summary: 'Send another prompt to the phone',
        description:
          'For a payment by mobile money whose prompt was not answered, from two minutes after the last one (`prompt_again_at`); earlier it is ' +
          '429. The payment provider is asked about the last prompt first: a payment that is settled is answered as it is, and while ' +
          'the last prompt may still be answered, no other is sent (422). A number is asked at most 5 times an hour and 15 times a day, by all people ' +
          'together.',
        tags: ['Subscriptions and payments'],
        params: ids('id'),
        response: responds(200, MyPayment, notFound, noPrompt, promptOpen),
      },
      handler: (request) => sendPromptAgain(request.ctx, purposes, request.params.id),
    })

    void app.register(async (scope: App) => {
      // A signature covers the raw bytes, so the body is not parsed.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
      for (const { method, suffix } of callbackMethods)
        scope.route({
          method,
          url: '/payments/webhooks/:gateway',
          config: { access: 'public', message: 'Heard.' },
          bodyLimit: maxHeardBytes,
          schema: {
            operationId: `hearGateway${suffix}`,
            summary: 'Called by the payment gateway',
            description:
              'Set it as the webhook of the gateway: `/payments/webhooks/stripe`, `/payments/webhooks/pawapay`. The signature is verified; ' +
              'messages may arrive twice, late, and in any order.',
            tags: ['Subscriptions and payments'],
            params: Gateway,
            response: respondsMessage(notFound, notFromGateway),
          },
          handler: ({ ctx, params, body, headers }) =>
            receiveGatewayEvent(ctx, purposes, {
              gateway: params.gateway,
              body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
              method,
              headers,
            }),
        })
    })
  }
