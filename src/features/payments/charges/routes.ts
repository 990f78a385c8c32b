import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { respondsMessage } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import type { PurchaseType } from './charge.ts'
import { notFromGateway, receiveGatewayEvent } from './webhooks.ts'

const Gateway = Type.Object({ gateway: Type.String({ maxLength: 20 }) })

/** The webhook of the gateways. `purposes` are what can be paid for. */
export const paymentWebhookRoutes =
  (purposes: readonly PurchaseType[]): Routes =>
  (app) => {
    void app.register(async (scope: App) => {
      // A signature covers the raw bytes, so the body is not parsed.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
      scope.post('/payments/webhooks/:gateway', {
        config: { access: 'public', message: 'Heard.' },
        schema: {
          operationId: 'hearGateway',
          summary: 'Called by the payment gateway',
          description:
            'Set it as the webhook of the gateway: `/payments/webhooks/stripe`. The signature is verified; ' +
            'messages may arrive twice, late, and in any order.',
          tags: ['Subscriptions and payments'],
          params: Gateway,
          response: respondsMessage(notFound, notFromGateway),
        },
        handler: ({ ctx, params, body, headers }) =>
          receiveGatewayEvent(ctx, purposes, {
            gateway: params.gateway,
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
            signature: String(headers['stripe-signature'] ?? headers['sandbox-signature'] ?? ''),
          }),
      })
    })
  }
