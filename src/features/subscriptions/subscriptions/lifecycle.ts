import { subtractDuration } from '#core/time.ts'
import type { SubscriptionState } from '#database/tables/billing.ts'

export type Move =
  /** A period was paid for: the first of another plan, or the next. */
  | 'change'
  | 'renew'
  /** A renewal was not paid. */
  | 'fall_behind'
  | 'give_up'
  | 'cancel_at_end'
  | 'cancel_now'
  | 'resume'
  /** The time of a cancelled one is over. */
  | 'end'

/** Every state and where each move leads; a move that is not named is impossible. A start makes an `active` one. */
export const moves: Record<SubscriptionState, Partial<Record<Move, SubscriptionState>>> = {
  active: {
    change: 'active',
    renew: 'active',
    fall_behind: 'past_due',
    cancel_at_end: 'ending',
    cancel_now: 'canceled',
  },
  ending: { change: 'active', resume: 'active', cancel_now: 'canceled', end: 'canceled' },
  past_due: {
    change: 'active',
    renew: 'active',
    fall_behind: 'past_due',
    give_up: 'expired',
    cancel_now: 'canceled',
  },
  canceled: {},
  expired: {},
}

/** What a move may change of a subscription, and what decides when time moves it next. */
export interface Lifecycle {
  id: number
  plan_id: string
  interval: 'month' | 'year'
  state: SubscriptionState
  /** Counts the moves, so that a payment begun before a move is not taken for what came after it. */
  version: number
  period_start: string
  period_end: string
  /** What the period is worth, in minor units: the money it cost and the credit that went into it. */
  period_value: number
  /** The day of the month on which periods begin. */
  anchor_day: number
  payment_method_id: number | null
  canceled_at: string | null
  cancel_reason: string | null
  past_due_since: string | null
  retries: number
  retry_at: string | null
  /** The end of the period of which the holder was reminded. */
  reminded_for: string | null
  /** When time moves it next; null when it never does. */
  due_at: string | null
  ended_at: string | null
}

/** A failed renewal is tried again so many days after it first failed. */
export const retryDays = [1, 3, 7] as const
const remindedBefore = { days: 3 }

/** The subscription after the move. Each move is another version. */
export function applyMove<S extends Lifecycle>(
  subscription: S,
  move: Move,
  changes: Partial<Lifecycle> = {},
): S {
  const state = moves[subscription.state][move]
  if (state === undefined)
    throw new Error(`A subscription that is ${subscription.state} cannot ${move.replaceAll('_', ' ')}.`)
  return withDueTime({ ...subscription, ...changes, state, version: subscription.version + 1 })
}

/** The subscription with the moment at which time moves it next. */
export const withDueTime = <S extends Lifecycle>(subscription: S): S => ({
  ...subscription,
  due_at: calculateDueTime(subscription),
})

function calculateDueTime(subscription: Lifecycle): string | null {
  const { state, period_end, retry_at } = subscription
  if (state === 'past_due') return retry_at
  if (state !== 'active' && state !== 'ending') return null
  return isReminderOpen(subscription) ? subtractDuration(period_end, remindedBefore) : period_end
}

/** People are reminded of the end of a cancelled one, and of a yearly renewal; of each once. */
const isReminderOpen = ({ state, interval, reminded_for, period_end }: Lifecycle) =>
  (state === 'ending' || interval === 'year') && reminded_for !== period_end

export const isReminderDue = (subscription: Lifecycle, now: string) =>
  (subscription.state === 'active' || subscription.state === 'ending') &&
  isReminderOpen(subscription) &&
  subtractDuration(subscription.period_end, remindedBefore) <= now &&
  now < subscription.period_end

/** A cancelled one whose time is over counts for nothing, also before the background has ended it. */
export const isOver = ({ state, period_end }: Lifecycle, now: string) =>
  state === 'ending' && period_end <= now
