/** Tables of webhooks and their deliveries. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

/** Why the service has disabled a webhook; empty if its owner has, or if it is enabled. */
export type DisabledBecause = '' | 'failing' | 'gone' | 'password_reset'
export type DeliveryState = 'pending' | 'delivered' | 'failed'

interface WebhooksTable {
  id: Generated<number>
  user_id: number
  url: string
  description: string
  types: string[]
  secret: string
  former_secret: Generated<string | null>
  former_until: Generated<Timestamp | null>
  enabled: boolean
  disabled_because: Generated<DisabledBecause>
  cursor: number
  failures: Generated<number>
  failing_since: Generated<Timestamp | null>
  paused_until: Generated<Timestamp | null>
  last_delivered_at: Generated<Timestamp | null>
  created_at: Timestamp
  updated_at: Timestamp
}

interface WebhookDeliveriesTable {
  id: Generated<number>
  webhook_id: number
  message_id: string
  type: string
  payload: string
  state: DeliveryState
  attempts: Generated<number>
  due_at: Timestamp
  give_up_at: Timestamp
  status_code: Generated<number | null>
  answer: Generated<string>
  error: Generated<string>
  duration_ms: Generated<number | null>
  created_at: Timestamp
  finished_at: Generated<Timestamp | null>
}

export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}
