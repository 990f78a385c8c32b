import { type Static, Type } from 'typebox'
import type { Action } from '#adapters/payments/gateway.ts'
import { DateTime, nullable, oneOf, withDescription } from '#core/schema.ts'
import { addDuration } from '#core/time.ts'

/** What the person has to do for a payment or a payment method. */
export const PaymentAction = Type.Object(
  {
    kind: withDescription(oneOf('redirect'), 'What to do: `redirect` is to open the address.'),
    url: Type.String({ description: 'A page of the bank, which leads back to this service.' }),
    expires_at: withDescription(DateTime, 'Until when it can be done; then it counts as failed.'),
  },
  { title: 'PaymentAction', description: 'What the person has to do, such as a confirmation at the bank.' },
)

/** Null when there is nothing to do. */
export const OptionalAction = nullable(PaymentAction)

export interface StoredAction {
  action_url: string | null
  action_expires_at: string | null
}

/** Returns the columns of an action, whose time begins at `since`. */
export const toStoredAction = (since: string, action: Action | null): StoredAction => ({
  action_url: action?.url ?? null,
  action_expires_at: action === null ? null : addDuration(since, action.within),
})

/** Presents an action while it can be done. */
export const presentAction = ({ action_url, action_expires_at }: StoredAction): Static<typeof PaymentAction> | null =>
  action_url === null || action_expires_at === null
    ? null
    : { kind: 'redirect', url: action_url, expires_at: action_expires_at }
