import { Type } from 'typebox'
import { createErrorResponses } from '#http/envelope.ts'
import type { App, Routes } from '#http/routes.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { callbackMethods } from '../charges/webhooks.ts'
import { checkMoney, receiveMoney, receivePromptResult, receiveRefundResult } from './callbacks.ts'
import type { PullTask } from './service.ts'

const Secret = Type.Object({
  secret: Type.String({
    maxLength: 200,
    description: 'What the message is about, with a secret that only the gateway was told.',
  }),
})

const heard = { ResultCode: '0', ResultDesc: 'Success' }

const Acknowledgement = Type.Object(
  {
    ResultCode: Type.String({ description: '`0` for yes; another code says why not.' }),
    ResultDesc: Type.String({ description: 'The same in words.' }),
  },
  { title: 'GatewayAcknowledgement', description: 'As Daraja reads it.', examples: [heard] },
)

const tags = ['Subscriptions and payments']
const config = { access: 'public', raw: true } as const
const response = { 200: Acknowledgement, ...createErrorResponses([404, 429, 500, 503]) }

/** Called by M-Pesa (Daraja). Messages may be of any shape, empty, repeated and late: they are only a reason to ask. */
export const receivedMoneyRoutes =
  (purposes: readonly PurchaseType[], task: PullTask): Routes =>
  (app) => {
    void app.register(async (scope: App) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, parseBody(String(body))))

      for (const { method, suffix } of callbackMethods) {
        scope.route({
          method,
          url: '/payments/callbacks/prompt/:secret',
          config,
          schema: {
            operationId: `hearPromptResult${suffix}`,
            summary: 'Called by M-Pesa with the result of a prompt',
            description: 'The address has a secret for each prompt. The gateway is asked what became of the payment.',
            tags,
            params: Secret,
            response,
          },
          async handler({ ctx, params, body }, reply) {
            await receivePromptResult(ctx, purposes, { secret: params.secret, body })
            return reply.send(heard)
          },
        })

        scope.route({
          method,
          url: '/payments/callbacks/money/:secret',
          config,
          schema: {
            operationId: `hearMoney${suffix}`,
            summary: 'Called by M-Pesa when a person has paid by hand',
            description:
              'The gateway is asked what arrived. What has the account and amount of a payment pays it; the rest waits in `GET /admin/payments/unmatched`.',
            tags,
            params: Secret,
            response,
          },
          async handler({ ctx, params, body }, reply) {
            await receiveMoney(ctx, task, { secret: params.secret, body })
            return reply.send(heard)
          },
        })

        scope.route({
          method,
          url: '/payments/callbacks/money/:secret/check',
          config,
          schema: {
            operationId: `checkMoney${suffix}`,
            summary: 'Called by M-Pesa before a person pays by hand',
            description: 'Refuses accounts of no open payment (`C2B00012`), and other amounts (`C2B00013`).',
            tags,
            params: Secret,
            response,
          },
          handler: async ({ ctx, params, body }, reply) =>
            reply.send(await checkMoney(ctx, { secret: params.secret, body })),
        })

        scope.route({
          method,
          url: '/payments/callbacks/result/:secret',
          config,
          schema: {
            operationId: `hearRefundResult${suffix}`,
            summary: 'Called by M-Pesa with the result of a refund',
            description: 'The address has a secret for each refund.',
            tags,
            params: Secret,
            response,
          },
          async handler({ ctx, params, body }, reply) {
            await receiveRefundResult(ctx, { secret: params.secret, body })
            return reply.send(heard)
          },
        })
      }
    })
  }

/** What is no JSON says nothing. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // See above.
    return {}
  }
}
