import { endOfPeriod, getDayOfMonth, type Interval } from '#core/periods.ts'
import { addDuration } from '#core/time.ts'

interface Held {
  period_start: string
  period_end: string
  period_value: number
}

/** Returns the value of the unused time of a period, in minor units. */
export function calculateCredit({ period_start, period_end, period_value }: Held, now: string): number {
  const whole = Date.parse(period_end) - Date.parse(period_start)
  const left = Math.min(whole, Date.parse(period_end) - Date.parse(now))
  return left <= 0 || whole <= 0 ? 0 : Math.floor((period_value * left) / whole)
}

interface Offer {
  price: number
  interval: Interval
  discount: number
  credit: number
  now: string
  /** Of smaller amounts, nothing is charged; in minor units. */
  least: number
}

export interface Quote {
  /** The amount due now. */
  amount: number
  start: string
  end: string
  /** The value of the period once it is paid. */
  value: number
}

/** Calculates the first period of a plan. Credit beyond the price extends the period and is never paid out. */
export function calculateQuote({ price, interval, discount, credit, now, least }: Offer): Quote {
  const net = price - discount
  const due = Math.max(0, net - credit)
  const left = Math.max(0, credit - net)
  const end = endOfPeriod(now, interval, getDayOfMonth(now))
  const length = Date.parse(end) - Date.parse(now)
  const milliseconds = price > 0 ? Math.floor((length * left) / price) : 0
  const amount = due < least ? 0 : due
  return { amount, start: now, end: addDuration(end, { milliseconds }), value: amount + credit }
}

/** Returns the next period: from the end of the last one, or from now when it would be over already. */
export function calculateNextPeriod(
  { period_end, interval, anchor_day }: { period_end: string; interval: Interval; anchor_day: number },
  now: string,
) {
  const end = endOfPeriod(period_end, interval, anchor_day)
  if (end > now) return { start: period_end, end }
  return { start: now, end: endOfPeriod(now, interval, getDayOfMonth(now)) }
}
