import type { StoredMethod } from '#adapters/payments/method.ts'
import type { Transaction } from '#context.ts'
import { formatBrand } from '#core/cards.ts'
import { recordActivity } from '#features/activity/index.ts'
import { toStoredAction } from '../actions.ts'
import { paymentMethods } from './queries.ts'
import type { PaymentMethodRow } from './record.ts'
import { scheduleSetupCheck } from './setup.ts'

export interface AddedMethod {
  user_id: number
  type: PaymentMethodRow['type']
  gateway: string
  /** What the gateway has stored. */
  stored: StoredMethod
  nickname: string
  /** Whether its owner wants it to be the default one. */
  isWanted: boolean
  provider?: string | null
  /** Masked. */
  phone?: string | null
  phone_secret?: string | null
}

export const formatCard = ({ brand, last4 }: StoredMethod): string =>
  `${formatBrand(brand ?? 'card')} •••• ${last4 ?? ''}`

/**
 * Adds a method that the gateway has stored, or returns the one that the user has with the same token. Transactions are
 * serializable, so of two that add the same token the second one finds the method of the first.
 */
export async function addStoredMethod(tx: Transaction, added: AddedMethod): Promise<PaymentMethodRow> {
  const { user_id, type, gateway, stored, isWanted, provider = null, phone = null, phone_secret = null } = added
  const { token, setup, brand, last4, expiry_month, expiry_year, country } = stored
  const known = await paymentMethods.byToken.maybe(tx, { user_id, gateway, token })
  if (known !== null) return known
  const isFirst = (await paymentMethods.findDefault.maybe(tx, { user_id })) === null
  // One that must be confirmed first becomes the default one then.
  const is_default = (isFirst || isWanted) && setup === null
  if (is_default) await paymentMethods.noDefault.run(tx, { user_id })
  const now = tx.clock.now()
  const method = await paymentMethods.add.one(tx, {
    ...{ user_id, type, gateway, token, brand, last4, expiry_month, expiry_year, country },
    ...{ provider, phone, phone_secret, is_default, now },
    nickname: added.nickname,
    setup_id: setup?.id ?? null,
    setup_default: isWanted,
    ...toStoredAction(now, setup?.action ?? null),
  })
  if (setup !== null) await scheduleSetupCheck(tx, method.id, now)
  await recordActivity(tx, 'payment_method_added', {
    userId: user_id,
    metadata: { payment_method_id: method.id, type },
  })
  return method
}
