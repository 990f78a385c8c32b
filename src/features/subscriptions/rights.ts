import { everyone } from '#database/relations.ts'
import { defineAdministrativeRights, definePersonalRights, defineRights } from '#database/rights.ts'

export const planRights = defineRights({
  kind: 'plan',
  table: 'plans',
  relations: { everyone: everyone({}) },
  may: { read: ['everyone'] },
})

export const subscriptionRights = definePersonalRights('subscription', 'subscriptions')
export const couponRights = defineAdministrativeRights('coupon', 'coupons')
