import type { Feature } from '#features/feature.ts'
import { subscriptionBelongings } from './belongings.ts'
import { couponRoutes } from './coupons/routes.ts'
import { codeTaken } from './coupons/service.ts'
import type { Counted } from './entitlements/service.ts'
import { planRoutes } from './plans/routes.ts'
import { planTaken } from './plans/service.ts'
import { advanceSubscription, findDueSubscriptions } from './renewals.ts'
import { subscriptionRoutes } from './routes.ts'

export { type Counted, useEntitlement, useSearch } from './entitlements/service.ts'
export { subscriptionPayments } from './payments.ts'

export const subscriptions = (counted: readonly Counted[]): Feature => ({
  routes: [planRoutes, couponRoutes, subscriptionRoutes(counted)],
  personalData: subscriptionBelongings,
  tasks: [findDueSubscriptions, advanceSubscription],
  schedules: [{ name: 'find_due_subscriptions', cron: '* * * * *', task: findDueSubscriptions }],
  conflicts: { plans_id_unique: planTaken, coupons_code_unique: codeTaken },
})
