import { presentAction } from '../actions.ts'
import type { PaymentMethodRow } from './record.ts'
import type { PaymentMethod } from './schemas.ts'

export const presentMethod = ({
  action_url,
  action_expires_at,
  phone_secret: _,
  ...method
}: PaymentMethodRow): PaymentMethod => ({
  ...method,
  action: presentAction({ action_url, action_expires_at }),
})
