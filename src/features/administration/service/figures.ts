import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { toDate } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { defineTask } from '#platform/tasks.ts'
import { figures } from './figure-queries.ts'
import type { DayFigures, FigureQuery } from './schemas.ts'

/** The figures that are counted from the activity of people, by the type of the activity. */
const activities = {
  signup: 'sign_ups',
  application_submitted: 'applications',
  course_enrolled: 'enrollments',
  exam_started: 'attempts',
  certificate_issued: 'certificates',
} as const

interface Figure {
  day: string
  name: string
  value: number
}

const moneyPrefix = 'received.'
/** Days that are counted at most when none were stored before. */
const mostDays = 400

/** Counts the days from `from` to before `until`, both dates. */
async function countFigures(ctx: Context, from: string, until: string): Promise<Figure[]> {
  const range = { from: `${from}T00:00:00.000Z`, until: `${until}T00:00:00.000Z` }
  const done = await figures.activity.inBackground(ctx, { ...range, types: Object.keys(activities) })
  const active = await figures.active.inBackground(ctx, range)
  const received = await figures.received.inBackground(ctx, { from, until })
  return [
    ...done.map(({ day, name, value }) => ({ day, name: nameActivity(name), value })),
    ...active.map(({ day, value }) => ({ day, name: 'active_people', value })),
    ...received.map(({ day, currency, value }) => ({ day, name: moneyPrefix + currency, value })),
  ]
}

const nameActivity = (type: string): string =>
  Object.entries(activities).find(([activity]) => activity === type)?.[1] ?? type

const nextDay = (day: string) => toDate(addDuration(`${day}T00:00:00.000Z`, { days: 1 }))

/** Stores the figures of the days that are over. */
export const storeFigures = defineTask<Record<string, never>>({
  kind: 'store_daily_figures',
  async handle(ctx) {
    const today = toDate(ctx.clock.now())
    const earliest = toDate(subtractDuration(ctx.clock.now(), { days: mostDays }))
    const last = await figures.newestDay.maybe(ctx, {})
    const first = await figures.firstActivity.maybe(ctx, {})
    if (last === null && first === null) return
    let day = last === null ? toDate(first?.created_at ?? today) : nextDay(last.day)
    for (day = day < earliest ? earliest : day; day < today; day = nextDay(day)) {
      const counted = await countFigures(ctx, day, nextDay(day))
      // A day without any figure has one too, so that it is not counted again.
      const rows = counted.length > 0 ? counted : [{ day, name: 'active_people', value: 0 }]
      await runInTransaction(ctx, async (tx) => {
        for (const row of rows) await figures.store.run(tx, row)
      })
    }
  },
})

/** Returns the figures of the last days, oldest first; those that are not stored yet are counted. */
export async function listFigures(ctx: Context, { days = 30 }: FigureQuery): Promise<DayFigures[]> {
  const now = ctx.clock.now()
  const from = toDate(subtractDuration(now, { days: days - 1 }))
  const stored = await figures.stored.all(ctx, { from })
  const last = stored.at(-1)?.day
  const counted = await countFigures(ctx, last === undefined ? from : nextDay(last), nextDay(toDate(now)))
  const byDay = Map.groupBy([...stored, ...counted], ({ day }) => day)
  const rows: DayFigures[] = []
  for (let day = from; day <= toDate(now); day = nextDay(day)) rows.push(presentDay(day, byDay.get(day) ?? []))
  return rows
}

function presentDay(day: string, all: readonly Figure[]): DayFigures {
  const get = (name: string) => all.find((one) => one.name === name)?.value ?? 0
  return {
    day,
    sign_ups: get('sign_ups'),
    active_people: get('active_people'),
    applications: get('applications'),
    enrollments: get('enrollments'),
    attempts: get('attempts'),
    certificates: get('certificates'),
    received: all
      .filter(({ name }) => name.startsWith(moneyPrefix))
      .map(({ name, value }) => {
        const currency = name.slice(moneyPrefix.length)
        return { currency, amount: fromMinorUnits(value, currency) }
      }),
  }
}
