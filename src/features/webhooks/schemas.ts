import { type Static, Type } from 'typebox'
import { DateTime, Line, nullable, oneOf, Paging, partial, Text, withDescription } from '#core/schema.ts'

const types = Type.Array(Type.String({ maxLength: 50 }), {
  maxItems: 100,
  uniqueItems: true,
  description:
    'Types of changes, such as `job_application.created`, or kinds, which stand for all of their types. Empty for all.',
})

const NewWebhookFields = {
  url: Text(2_000, {
    description: 'Where changes are sent with POST: an address that begins with https, outside of private networks.',
    examples: ['https://hooks.example.org/platform'],
  }),
  types: Type.Optional(types),
  description: Type.Optional(Line(200, { description: 'For yourself.' })),
}

export const NewWebhook = Type.Object(NewWebhookFields)
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChanges = partial(
  Type.Object({
    ...NewWebhookFields,
    enabled: Type.Boolean({
      description: 'Whether changes are sent. A webhook that is enabled again begins with what comes next.',
    }),
  }),
)
export type WebhookChanges = Static<typeof WebhookChanges>

const shown = {
  id: Type.Integer(),
  url: Type.String({ description: 'The URL.' }),
  types: Type.Array(Type.String(), { description: 'The types of changes that are sent; all if it is empty.' }),
  description: Type.String({ description: 'The description.' }),
  enabled: Type.Boolean({ description: 'Whether changes are sent.' }),
  disabled_because: nullable(
    Type.String({
      enum: ['failing', 'gone', 'password_reset'],
      description:
        'Why the service has disabled it: it has failed for three days, its address answered 410, or the password of its owner was reset.',
    }),
  ),
  public_key: Type.String({ description: 'Verifies the signatures `v1a` (Ed25519).', examples: ['whpk_…'] }),
  failing_since: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the first attempt failed since the last one that succeeded.',
    }),
  ),
  last_delivered_at: nullable(Type.String({ format: 'date-time', description: 'When a message was last accepted.' })),
  created_at: DateTime,
  updated_at: DateTime,
}

export const Webhook = Type.Object(shown, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

const secret = Type.String({
  description: 'Verifies the signatures `v1` (HMAC-SHA256). It is shown this once.',
  examples: ['whsec_…'],
})

export const CreatedWebhook = Type.Object({ ...shown, secret }, { title: 'CreatedWebhook' })
export type CreatedWebhook = Static<typeof CreatedWebhook>

export const NewSecret = Type.Object(
  {
    secret,
    public_key: shown.public_key,
    former_until: Type.String({ format: 'date-time', description: 'Until then, the former secret signs too.' }),
  },
  { title: 'WebhookSecret' },
)
export type NewSecret = Static<typeof NewSecret>

export const WebhookDelivery = Type.Object(
  {
    id: Type.Integer(),
    message_id: Type.String({ description: 'The header `webhook-id`: the same for each attempt.' }),
    type: Type.String({ description: 'The type of the change, or `webhook.test`.' }),
    payload: Type.Unsafe<object>({ type: 'object', description: 'The body that is sent.' }),
    state: withDescription(
      oneOf('pending', 'delivered', 'failed'),
      'Whether it is still to be delivered, was, or was given up.',
    ),
    attempts: Type.Integer({ description: 'How often it was sent.' }),
    next_attempt_at: nullable(
      Type.String({ format: 'date-time', description: 'When it is sent next; null if it is not.' }),
    ),
    status_code: nullable(Type.Integer({ description: 'The status of the last answer.' })),
    answer: Type.String({ description: 'The beginning of the last answer.' }),
    error: Type.String({ description: 'Why the last attempt failed; empty if it did not.' }),
    duration_ms: nullable(Type.Integer({ description: 'The milliseconds that the last attempt took.' })),
    created_at: DateTime,
    finished_at: nullable(
      Type.String({ format: 'date-time', description: 'When it was accepted or given up; null while it is tried.' }),
    ),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const DeliveriesQuery = Type.Object({
  ...Paging,
  state: Type.Optional(withDescription(oneOf('pending', 'delivered', 'failed'), 'Only deliveries in this state.')),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>
