import type { AnyContext } from '#context.ts'
import type { Lifecycle } from './lifecycle.ts'
import { subscriptions } from './queries.ts'
import type { Subscriber } from './record.ts'

/** A subscription as stored, with the current fields of its plan. */
export interface SubscriptionRow extends Lifecycle, Subscriber {
  started_at: string
  /** The name of the plan. */
  name: string
  /** The plan, and the company that has it. */
  title: string
  price: number
  currency: string
}

/** Returns the subscription that has not ended. Its last period may be over (`isOver`). */
export const findLive = (ctx: AnyContext, { user_id, company_id }: Subscriber): Promise<SubscriptionRow | null> =>
  company_id === null
    ? subscriptions.liveOfUser.maybe(ctx, { user_id })
    : subscriptions.liveOfCompany.maybe(ctx, { company_id })

/** Returns where a notification about the subscription leads. */
export const getSubscriptionPath = ({ company_id }: Pick<Subscriber, 'company_id'>): string =>
  company_id === null ? '/subscriptions/current' : `/subscriptions/current?company_id=${company_id}`
