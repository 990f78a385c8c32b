import type { Feature } from '#features/feature.ts'
import { subscriptionAdministrationRoutes } from './administration/routes.ts'
import { renewalCalendar } from './calendar.ts'
import { applyCompanyChange } from './company-changes.ts'
import { couponRoutes } from './coupons/routes.ts'
import { codeTaken } from './coupons/service.ts'
import type { LimitedResource } from './limited-resources.ts'
import { subscriptionPersonalData } from './personal-data.ts'
import { planOffers, planRoutes } from './plans/routes.ts'
import { planTaken } from './plans/service.ts'
import { advanceSubscription, findDueSubscriptions, findNextMove } from './renewals.ts'
import { subscriptionRoutes } from './routes.ts'

export { hasCompanyPlan } from './condition-queries.ts'
export { countSearch, findSeats, requireCompanyEntitlement, requireEntitlement } from './entitlements.ts'
export type { LimitedResource } from './limited-resources.ts'
export { subscriptionPayments } from './payments.ts'
export { couponRights, planRights, subscriptionRights } from './rights.ts'

export const createSubscriptions = (counted: readonly LimitedResource[]): Feature => ({
  offers: planOffers,
  routes: [planRoutes, couponRoutes, subscriptionRoutes(counted), subscriptionAdministrationRoutes],
  personalData: subscriptionPersonalData,
  onCompanyChanged: applyCompanyChange,
  calendar: renewalCalendar,
  tasks: [findDueSubscriptions, advanceSubscription],
  schedules: [
    { name: 'find_due_subscriptions', cron: '* * * * *', task: findDueSubscriptions, findNextDate: findNextMove },
  ],
  conflicts: { plans_id_unique: planTaken, coupons_code_unique: codeTaken },
})
