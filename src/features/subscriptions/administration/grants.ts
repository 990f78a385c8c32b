import { type Context, runInTransaction } from '#context.ts'
import { getDayOfMonth } from '#core/periods.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { mayPayFor } from '#features/companies/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { withDueTime } from '../lifecycle.ts'
import { plans } from '../plans/queries.ts'
import { subscriptions } from '../queries.ts'
import { getLive } from '../service.ts'
import type { AdminSubscription, NewGrant } from './schemas.ts'
import { showSubscriptionOf } from './service.ts'

export const unknownUser = invalidFields({ user_id: ['The selected user id is invalid.'] })
export const unknownPlan = invalidFields({ plan_id: ['The selected plan id is invalid.'] })
export const freePlanIsFree = createFieldProblem('plan_id', 'A free plan needs no payment.')
export const hasSubscription = createFieldProblem(
  'user_id',
  'This person, or the company, has a paid plan; extend that one.',
)
export const otherCompany = createFieldProblem('company_id', 'This person does not manage the company.')
export const wrongEnd = createFieldProblem('until', 'The end must be in the future, and at most ten years ahead.')

/** Gives a person, or a company that the person manages, a plan until a day. It ends then, because nothing can be charged. */
export async function grantSubscription(ctx: Context, input: NewGrant): Promise<AdminSubscription> {
  const { user_id, company_id = null, plan_id, until } = input
  const id = await runInTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    ensure(until > now && until <= addDuration(now, { days: 3_660 }), wrongEnd)
    ensure((await findUser(tx, user_id)) !== null, unknownUser)
    const plan = await plans.byId.maybe(tx, { id: plan_id })
    ensure(plan !== null, unknownPlan)
    ensure(plan.price > 0, freePlanIsFree)
    ensure(company_id === null || (await mayPayFor(tx, company_id, user_id)), otherCompany)
    ensure((await getLive(tx, { user_id, company_id })) === null, hasSubscription)
    const granted = withDueTime({
      ...withoutPayment,
      plan_id,
      interval: plan.interval,
      period_start: now,
      period_end: until,
      anchor_day: getDayOfMonth(until),
    })
    const added = await subscriptions.add.one(tx, {
      ...granted,
      user_id,
      company_id,
      started_at: now,
      currency: plan.currency,
      now,
    })
    const after = { plan_id, period_end: until }
    describeAuditEvent(tx, { object: { kind: 'subscription', id: added.id }, userId: user_id, before: null, after })
    await recordActivity(tx, 'subscription_started', {
      userId: user_id,
      description: fill('Subscribed to {plan}', { plan: plan.name }),
      metadata: { plan_id },
    })
    return added.id
  })
  return showSubscriptionOf(ctx, id)
}

const withoutPayment = {
  state: 'ending' as const,
  version: 1,
  period_value: 0,
  payment_method_id: null,
  canceled_at: null,
  cancel_reason: null,
  past_due_since: null,
  retries: 0,
  retry_at: null,
  reminded_for: null,
  ended_at: null,
}
