import { followObjects } from '#database/derived/journal.ts'
import { everyone, those, user } from '#database/relations.ts'
import { defineAdministrativeRights, defineRights } from '#database/rights.ts'
import { companyRights } from '#features/companies/rights.ts'
import { couponRecord } from './coupons/record.ts'
import { planRecord } from './plans/record.ts'
import { subscriptionRecord } from './record.ts'

export const planRights = defineRights({
  kind: 'plan',
  table: 'plans',
  relations: { everyone: everyone({}) },
  may: { read: ['everyone'] },
  followed: [followObjects(planRecord)],
})

export const subscriptionRights = defineRights({
  kind: 'subscription',
  table: 'subscriptions',
  relations: {
    owner: user('user_id'),
    /** Those who may pay for the company that has the plan. */
    payer: those({
      rights: companyRights,
      column: 'company_id',
      may: 'pay',
      load: ({ is_payer }: { is_payer: boolean }) => ({ own_role: is_payer ? ('admin' as const) : null }),
    }),
  },
  may: { read: ['owner', 'payer'] },
  followed: [followObjects(subscriptionRecord)],
})
export const couponRights = defineAdministrativeRights('coupon', couponRecord)
