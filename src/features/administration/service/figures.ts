import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { toDate } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { type Figure, listFigureCounts, mergeFigures } from '#platform/figures.ts'
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

/** Figures that are counted as they happen; the others are counted from what was stored. */
const recorded = ['sign_ins.', 'mails.', 'payments.', 'refunded.']
const isRecorded = ({ name }: Figure) => recorded.some((prefix) => name.startsWith(prefix))

const moneyPrefix = 'received.'
/** Days that are counted at most when none were stored before. */
const maxDays = 400

/** Counts the days from `from` to before `until`, both dates. */
async function countFigures(ctx: Context, from: string, until: string): Promise<Figure[]> {
  const range = { from: `${from}T00:00:00.000Z`, until: `${until}T00:00:00.000Z` }
  const done = await figures.activity.inBackground(ctx, { ...range, types: Object.keys(activities) })
  const active = await figures.active.inBackground(ctx, range)
  const received = await figures.received.inBackground(ctx, { from, until })
  const counted = await listFigureCounts(ctx, from, until)
  return [
    ...counted.filter(isRecorded),
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
    const now = ctx.clock.now()
    const today = toDate(now)
    const earliest = toDate(subtractDuration(now, { days: maxDays }))
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
    await mergeFigures(ctx, today)
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
    received: presentMoney(all, moneyPrefix),
    refunded: presentMoney(all, 'refunded.'),
    sign_ins: listOutcomes(all, 'sign_ins.').map(({ source, ...counted }) => ({ method: source, ...counted })),
    mails: listFiguresWith(all, 'mails.').map(({ rest, value }) => ({ outcome: rest, count: value })),
    payments: listOutcomes(all, 'payments.').map(({ source, ...counted }) => ({ gateway: source, ...counted })),
  }
}

/** Returns the figures whose name begins with the prefix, with the rest of the name. */
const listFiguresWith = (all: readonly Figure[], prefix: string) =>
  all
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, value }) => ({ rest: name.slice(prefix.length), value }))
    .toSorted((a, b) => (a.rest < b.rest ? -1 : 1))

/** Splits what follows the prefix into a method or gateway and an outcome, which contains no dot. */
const listOutcomes = (all: readonly Figure[], prefix: string) =>
  listFiguresWith(all, prefix).map(({ rest, value }) => {
    const end = rest.lastIndexOf('.')
    return { source: rest.slice(0, end), outcome: rest.slice(end + 1), count: value }
  })

const presentMoney = (all: readonly Figure[], prefix: string) =>
  listFiguresWith(all, prefix).map(({ rest, value }) => ({ currency: rest, amount: fromMinorUnits(value, rest) }))
