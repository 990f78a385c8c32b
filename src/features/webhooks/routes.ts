import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { Paging } from '#core/schema.ts'
import { reauthenticationNeeded } from '#features/accounts/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

// What is sent to a webhook outlives an API key, so keys cannot make or change one.
const writes = { access: 'signed-in', scope: null } as const
const reads = { access: 'signed-in', scope: 'notifications:read' } as const

const about = `Changes of what you may see, which are those of \`GET /changes\`, are sent to your address with POST as
\`{"type", "timestamp", "data"}\`, signed as in Standard Webhooks 1.0.0 (\`v1\` and \`v1a\`). An answer of 200 to 299 accepts a
message. Others are tried again for three days, with pauses of 5 seconds to 6 hours; a message may come twice, and out of
order, so remember \`webhook-id\`. Redirects are not followed. A webhook that has failed for three days is disabled, and you are
told by mail.`

export const webhookRoutes = routes('Changes', [
  route('GET /webhooks', {
    config: reads,
    summary: 'List my webhooks',
    description: 'Newest first.',
    query: Type.Object(Paging),
    response: respondsPage(Webhook),
    run: listWebhooks,
  }),
  route('POST /webhooks', {
    config: { ...writes, answersSecret: true, message: 'The webhook is created.', check: checkWebhook },
    summary: 'Create a webhook',
    description: about,
    body: NewWebhook,
    response: responds(201, CreatedWebhook, reauthenticationNeeded, tooManyWebhooks),
    run: createWebhook,
  }),
  route('PUT /webhooks/:id', {
    config: { ...writes, message: 'The webhook is saved.', check: checkWebhook },
    operationId: 'changeWebhook',
    summary: 'Change a webhook',
    description: 'Changes what is given. What waits for a webhook that is disabled is not sent any more.',
    body: WebhookChanges,
    response: responds(200, Webhook, reauthenticationNeeded, notFound),
    run: updateWebhook,
  }),
  route('DELETE /webhooks/:id', {
    config: { ...writes, message: 'The webhook is deleted.' },
    summary: 'Delete a webhook',
    description: 'Its deliveries are deleted too.',
    response: respondsMessage(notFound),
    run: removeWebhook,
  }),
  route('POST /webhooks/:id/rotate-secret', {
    config: { ...writes, answersSecret: true, message: 'The webhook has a new secret.' },
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours, messages are signed with the former secret too.',
    response: responds(201, NewSecret, reauthenticationNeeded, notFound),
    run: rotateSecret,
  }),
  route('POST /webhooks/:id/test', {
    config: { ...writes, message: 'The test event is on its way.' },
    operationId: 'sendWebhookTest',
    summary: 'Send a test event to a webhook',
    description: 'Its type is `webhook.test`. How it went is in the deliveries.',
    response: responds(201, WebhookDelivery, notFound, disabledWebhook, tooManyWaiting),
    run: sendTestEvent,
  }),
  route('GET /webhooks/:id/deliveries', {
    config: reads,
    operationId: 'listWebhookDeliveries',
    summary: 'List what was sent to a webhook',
    description: 'Newest first, of the last 30 days. An API key needs the scopes of all kinds of changes.',
    query: DeliveriesQuery,
    response: respondsPage(WebhookDelivery, { problems: [notFound] }),
    run: listDeliveries,
  }),
  route('POST /webhooks/:id/deliveries/:delivery_id/redeliver', {
    config: { ...writes, message: 'The message is sent again.' },
    operationId: 'redeliverWebhook',
    summary: 'Send a message again',
    description: 'With the same id and body.',
    response: responds(201, WebhookDelivery, notFound, disabledWebhook, waitingDelivery, tooManyWaiting),
    run: sendDeliveryAgain,
  }),
])
