import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids, Paging } from '#core/schema.ts'
import { reauthenticationNeeded } from '#features/accounts/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import {
  CreatedWebhook,
  DeliveriesQuery,
  NewSecret,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
} from './schemas.ts'
import {
  checkWebhook,
  createWebhook,
  disabledWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendDeliveryAgain,
  sendTestEvent,
  tooManyWaiting,
  tooManyWebhooks,
  updateWebhook,
  waitingDelivery,
} from './service.ts'

const tags = ['Changes']

// What is sent to a webhook outlives an API key, so keys cannot make or change one.
const writes = { access: 'signed-in', scope: null } as const
const reads = { access: 'signed-in', scope: 'notifications:read' } as const

const about = `Changes of what you may see, which are those of \`GET /changes\`, are sent to your address with POST as
\`{"type", "timestamp", "data"}\`, signed as in Standard Webhooks 1.0.0 (\`v1\` and \`v1a\`). An answer of 200 to 299 accepts a
message. Others are tried again for three days, with pauses of 5 seconds to 6 hours; a message may come twice, and out of
order, so remember \`webhook-id\`. Redirects are not followed. A webhook that has failed for three days is disabled, and you are
told by mail.`

export const webhookRoutes: Routes = (app) => {
  app.get('/webhooks', {
    config: reads,
    schema: {
      operationId: 'listWebhooks',
      summary: 'List my webhooks',
      description: 'Newest first.',
      tags,
      querystring: Type.Object(Paging),
      response: respondsPage(Webhook),
    },
    handler: (request) => listWebhooks(request.ctx, request.query),
  })

  app.post('/webhooks', {
    config: { ...writes, answersSecret: true, message: 'The webhook is created.', check: checkWebhook },
    schema: {
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description: about,
      tags,
      body: NewWebhook,
      response: responds(201, CreatedWebhook, reauthenticationNeeded, tooManyWebhooks),
    },
    handler: (request) => createWebhook(request.ctx, request.body),
  })

  app.put('/webhooks/:id', {
    config: { ...writes, message: 'The webhook is saved.', check: checkWebhook },
    schema: {
      operationId: 'changeWebhook',
      summary: 'Change a webhook',
      description: 'Changes what is given. What waits for a webhook that is disabled is not sent any more.',
      tags,
      params: ids('id'),
      body: WebhookChanges,
      response: responds(200, Webhook, reauthenticationNeeded, notFound),
    },
    handler: (request) => updateWebhook(request.ctx, request.params.id, request.body),
  })

  app.delete('/webhooks/:id', {
    config: { ...writes, message: 'The webhook is deleted.' },
    schema: {
      operationId: 'removeWebhook',
      summary: 'Delete a webhook',
      description: 'Its deliveries are deleted too.',
      tags,
      params: ids('id'),
      response: respondsMessage(notFound),
    },
    handler: (request) => removeWebhook(request.ctx, request.params.id),
  })

  app.post('/webhooks/:id/rotate-secret', {
    config: { ...writes, answersSecret: true, message: 'The webhook has a new secret.' },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret of a webhook',
      description: 'For 24 hours, messages are signed with the former secret too.',
      tags,
      params: ids('id'),
      response: responds(201, NewSecret, reauthenticationNeeded, notFound),
    },
    handler: (request) => rotateSecret(request.ctx, request.params.id),
  })

  app.post('/webhooks/:id/test', {
    config: { ...writes, message: 'The test event is on its way.' },
    schema: {
      operationId: 'sendWebhookTest',
      summary: 'Send a test event to a webhook',
      description: 'Its type is `webhook.test`. How it went is in the deliveries.',
      tags,
      params: ids('id'),
      response: responds(201, WebhookDelivery, notFound, disabledWebhook, tooManyWaiting),
    },
    handler: (request) => sendTestEvent(request.ctx, request.params.id),
  })

  app.get('/webhooks/:id/deliveries', {
    config: reads,
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'List what was sent to a webhook',
      description: 'Newest first, of the last 30 days. An API key needs the scopes of all kinds of changes.',
      tags,
      params: ids('id'),
      querystring: DeliveriesQuery,
      response: respondsPage(WebhookDelivery, { problems: [notFound] }),
    },
    handler: (request) => listDeliveries(request.ctx, request.params.id, request.query),
  })

  app.post('/webhooks/:id/deliveries/:delivery_id/redeliver', {
    config: { ...writes, message: 'The message is sent again.' },
    schema: {
      operationId: 'redeliverWebhook',
      summary: 'Send a message again',
      description: 'With the same id and body.',
      tags,
      params: ids('id', 'delivery_id'),
      response: responds(201, WebhookDelivery, notFound, disabledWebhook, waitingDelivery, tooManyWaiting),
    },
    handler: ({ ctx, params }) => sendDeliveryAgain(ctx, params.id, params.delivery_id),
  })
}
