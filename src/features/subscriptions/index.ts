import type { Feature } from '#features/feature.ts'
import { subscriptionAdministrationRoutes } from './administration/routes.ts'
import { couponRoutes } from './coupons/routes.ts'
import { codeTaken } from './coupons/service.ts'
import { subscriptionPersonalData } from './personal-data.ts'
import { planRoutes } from './plans/routes.ts'
import { planTaken } from './plans/service.ts'
import { renewalCalendar } from './subscriptions/calendar.ts'
import type { Counted } from './subscriptions/entitlements.ts'
import { advanceSubscription, findDueSubscriptions } from './subscriptions/renewals.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'

export { couponRights, planRights, subscriptionRights } from './rights.ts'
export { type Counted, countSearch, requireEntitlement } from './subscriptions/entitlements.ts'
export { subscriptionPayments } from './subscriptions/payments.ts'

export const createSubscriptions = (counted: readonly Counted[]): Feature => ({
  routes: [planRoutes, couponRoutes, subscriptionRoutes(counted), subscriptionAdministrationRoutes],
  personalData: subscriptionPersonalData,
  calendar: renewalCalendar,
  tasks: [findDueSubscriptions, advanceSubscription],
  schedules: [{ name: 'find_due_subscriptions', cron: '* * * * *', task: findDueSubscriptions }],
  conflicts: { plans_id_unique: planTaken, coupons_code_unique: codeTaken },
})
