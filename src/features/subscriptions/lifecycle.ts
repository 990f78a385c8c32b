import { subtractDuration } from '#core/time.ts'
import type { SubscriptionRow, SubscriptionState } from './record.ts'

export type Move =
  /** A period was paid for: the first of another plan, or the next one. */
  | 'change'
  | 'renew'
  /** A renewal payment failed. */
  | 'fall_behind'
  | 'give_up'
  | 'cancel_at_end'
  | 'cancel_now'
  | 'resume'
  /** The period of a cancelled subscription has ended. */
  | 'end'
  /** An administrator moved the end of the period. */
  | 'extend'

/**
 * The state machine: for every state, the moves and the states they lead to. Other moves are impossible. A new
 * subscription is `active`.
 */
export const moves: Record<SubscriptionState, Partial<Record<Move, SubscriptionState>>> = {
  active: {
    change: 'active',
    renew: 'active',
    fall_behind: 'past_due',
    cancel_at_end: 'ending',
    cancel_now: 'canceled',
    extend: 'active',
  },
  ending: { change: 'active', resume: 'active', cancel_now: 'canceled', end: 'canceled', extend: 'ending' },
  past_due: {
    change: 'active',
    renew: 'active',
    fall_behind: 'past_due',
    give_up: 'expired',
    cancel_at_end: 'ending',
    cancel_now: 'canceled',
    extend: 'active',
  },
  canceled: {},
  expired: {},
}

/** The fields that a move changes. */
export interface Lifecycle extends Omit<SubscriptionRow, 'user_id' | 'company_id' | 'started_at'> {
  interval: 'month' | 'year'
}

/** Days after the first failure on which a renewal is retried. */
export const retryDays = [1, 3, 7] as const
const remindedBefore = { days: 3 }

/** Applies a move and increments the version. Throws for an impossible move. */
export function applyMove<S extends Lifecycle>(subscription: S, move: Move, changes: Partial<Lifecycle> = {}): S {
  const state = moves[subscription.state][move]
  if (state === undefined)
    throw new Error(`A subscription that is ${subscription.state} cannot ${move.replaceAll('_', ' ')}.`)
  return withDueTime({ ...subscription, ...changes, state, version: subscription.version + 1 })
}

/** The fields that determine the time of the next move. */
type Timing = Pick<Lifecycle, 'state' | 'period_end' | 'retry_at' | 'reminded_for'>

/** Sets the time of the next move. */
export const withDueTime = <S extends Timing>(subscription: S): S & Pick<Lifecycle, 'due_at'> => ({
  ...subscription,
  due_at: calculateDueTime(subscription),
})

function calculateDueTime(subscription: Timing): string | null {
  const { state, period_end, retry_at } = subscription
  if (state === 'past_due') return retry_at
  if (state !== 'active' && state !== 'ending') return null
  return isReminderOpen(subscription) ? subtractDuration(period_end, remindedBefore) : period_end
}

/** Once before each end of a period: only then is known whether there is something to be reminded of. */
const isReminderOpen = ({ reminded_for, period_end }: Timing) => reminded_for !== period_end

export const isReminderDue = (subscription: Lifecycle, now: string) =>
  (subscription.state === 'active' || subscription.state === 'ending') &&
  isReminderOpen(subscription) &&
  subtractDuration(subscription.period_end, remindedBefore) <= now &&
  now < subscription.period_end

/** Returns when the next period is charged: its begin or the next retry, or later where a phone is not asked at night. */
export function getNextBillingTime({ period_end, retry_at, due_at }: Lifecycle): string {
  const time = retry_at ?? period_end
  return due_at !== null && due_at > time ? due_at : time
}

/** A cancelled subscription whose period has ended has no effect, even before the background ends it. */
export const isOver = ({ state, period_end }: Lifecycle, now: string) => state === 'ending' && period_end <= now
