import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { createErrorResponses } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { App, Routes } from '#http/routes.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { callbackMethods } from '../charges/webhooks.ts'
import { type Callback, checkMoney, receiveMoney, receivePromptResult, receiveRefundResult } from './callbacks.ts'
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

interface CallbackRoute {
  /** Behind `/payments/callbacks`. */
  path: string
  name: string
  summary: string
  description: string
  /** Returns what the gateway is told; that it was heard if nothing. */
  receive: (ctx: Context, message: Callback) => Promise<unknown>
}

const listCallbacks = (purposes: readonly PurchaseType[], task: PullTask): CallbackRoute[] => [
  {
    path: 'prompt/:secret',
    name: 'hearPromptResult',
    summary: 'Called by M-Pesa with the result of a prompt',
    description: 'The address has a secret for each prompt. The gateway is asked what became of the payment.',
    receive: (ctx, message) => receivePromptResult(ctx, purposes, message),
  },
  {
    path: 'money/:secret',
    name: 'hearMoney',
    summary: 'Called by M-Pesa when a person has paid by hand',
    description:
      'The gateway is asked what arrived. What has the account and amount of a payment pays it; the rest waits in `GET /admin/payments/unmatched`.',
    receive: (ctx, message) => receiveMoney(ctx, task, message),
  },
  {
    path: 'money/:secret/check',
    name: 'checkMoney',
    summary: 'Called by M-Pesa before a person pays by hand',
    description: 'Refuses accounts of no open payment (`C2B00012`), and other amounts (`C2B00013`).',
    receive: checkMoney,
  },
  {
    path: 'result/:secret',
    name: 'hearRefundResult',
    summary: 'Called by M-Pesa with the result of a refund',
    description: 'The address has a secret for each refund.',
    receive: receiveRefundResult,
  },
]

const response = { 200: Acknowledgement, ...createErrorResponses([404, 429, 500, 503]) }

/** Called by M-Pesa (Daraja). Messages may be of any shape, empty, repeated and late: they are only a reason to ask. */
export const receivedMoneyRoutes = (purposes: readonly PurchaseType[], task: PullTask): Routes => {
  const list = listCallbacks(purposes, task).flatMap(({ path, name, summary, description, receive }) =>
    callbackMethods.map(({ method, suffix }) =>
      route(`${method} /payments/callbacks/${path}`, {
        config: { access: 'public', raw: true },
        operationId: `${name}${suffix}`,
        summary,
        description,
        params: Secret,
        response,
        handler: async ({ ctx, params: { secret }, body }, reply) =>
          reply.send((await receive(ctx, { secret, body })) ?? heard),
      }),
    ),
  )
  return (app) => {
    void app.register(async (scope: App) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, parseBody(String(body))))
      routes('Subscriptions and payments', list)(scope)
    })
  }
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
