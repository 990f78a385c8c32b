/** Values in the tables of webhooks and their deliveries. */

/** Why the service has disabled a webhook; empty if its owner has, or if it is enabled. */
export type DisabledBecause = '' | 'failing' | 'gone' | 'password_reset'
export type DeliveryState = 'pending' | 'delivered' | 'failed'
