/** Months and years of a subscription, which differ in length. */

import { formatInstant } from './time.ts'

export type Interval = 'month' | 'year'

/** The day of the month on which periods begin; shorter months use their last day. */
export const getDayOfMonth = (time: string) => new Date(time).getUTCDate()

/** Returns the end of a period: a month or a year after its start, on the anchor day if the month has it. */
export function endOfPeriod(start: string, interval: Interval, anchorDay: number): string {
  const from = new Date(start)
  const months = from.getUTCMonth() + (interval === 'month' ? 1 : 12)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const end = new Date(from)
  end.setUTCMonth(months, Math.min(anchorDay, lastDay))
  return formatInstant(end.getTime())
}

/** Returns the first moment of the calendar month in UTC. */
export const startOfMonth = (time: string) => `${time.slice(0, 7)}-01T00:00:00.000Z`

/** Returns the start of the current month of a yearly period; months begin on the anchor day. */
export function startOfMonthIn(periodStart: string, anchorDay: number, time: string): string {
  let start = periodStart
  for (;;) {
    const next = endOfPeriod(start, 'month', anchorDay)
    if (next > time) return start
    start = next
  }
}

/** Returns the calendar date in UTC. */
export const toDate = (time: string) => time.slice(0, 10)

/** Returns the first moment of the day in UTC. */
export const startOfDay = (time: string) => `${toDate(time)}T00:00:00.000Z`
