import type { Context } from '#context.ts'
import { createFieldProblem, createUnavailable, ensure, notFound } from '#core/problem.ts'
import { addDuration, type Clock, formatInstant, getRunningClock, MovableClock } from '#core/time.ts'
import type { RepeatedRun } from '#features/feature.ts'
import { sandboxClock } from './queries.ts'
import type { ClockAdvance, SandboxClock } from './schemas.ts'

const longest = { days: 366 }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Work runs after each step of an hour to a day, and whenever something is due in between. */
const steps = { shortestMs: hourMs, longestMs: 24 * hourMs, many: 120 }

const tooFar = createFieldProblem('advance', 'The clock can be advanced by at most a year at once.')
export const clockIsMoving = createUnavailable('The clock is being advanced already; please try again.', 5)

/** Production has the system's clock. */
function getClock(ctx: { clock: Clock }): MovableClock {
  const clock = getRunningClock(ctx.clock)
  ensure(clock instanceof MovableClock, notFound)
  return clock
}

export const showClock = (ctx: Context): SandboxClock => {
  const clock = getClock(ctx)
  return { now: clock.now(), ahead_seconds: Math.round(clock.aheadMs / 1_000) }
}

/** Reads how far the clock is ahead, which another instance or a former run may have changed. */
export async function readClock(ctx: Context): Promise<void> {
  const { clock } = ctx
  if (!(clock instanceof MovableClock)) return
  const stored = await sandboxClock.get.maybe(ctx, {})
  if (stored !== null && !clock.isAdvancing) clock.aheadMs = stored.ahead_ms
}

export const createClockReader = (ctx: Context): RepeatedRun => ({ run: () => readClock(ctx) })

/** Advances the clock in steps, and runs after each what has become due, so that tasks run in chronological order. */
export async function advanceClock(ctx: Context, { advance, step_hours }: ClockAdvance): Promise<SandboxClock> {
  const clock = getClock(ctx)
  const start = clock.now()
  const target = addIsoDuration(start, advance)
  ensure(target <= addDuration(start, longest), tooFar)
  ensure(!clock.isAdvancing, clockIsMoving)
  clock.isAdvancing = true
  try {
    const wanted =
      step_hours === undefined ? (Date.parse(target) - Date.parse(start)) / steps.many : step_hours * hourMs
    const step = Math.min(Math.max(wanted, steps.shortestMs), steps.longestMs)
    // What was just written is found by the schedules of each minute, before hours pass.
    for (let stepMs = minuteMs; clock.now() < target; stepMs = step) await takeStep(ctx, clock, target, stepMs)
  } finally {
    clock.isAdvancing = false
  }
  return showClock(ctx)
}

async function takeStep(ctx: Context, clock: MovableClock, target: string, stepMs: number): Promise<void> {
  const now = clock.now()
  const due = (await ctx.findNextDue()) ?? target
  const [next = target] = [target, addDuration(now, { milliseconds: stepMs }), due].toSorted()
  clock.moveTo(next)
  await sandboxClock.set.run(ctx, { ahead_ms: clock.aheadMs })
  await ctx.runDueWork()
}

/** Returns the time plus a duration of ISO 8601; months and years are those of the calendar. */
const addIsoDuration = (time: string, duration: string) =>
  formatInstant(
    Temporal.Instant.from(time).toZonedDateTimeISO('UTC').add(Temporal.Duration.from(duration)).epochMilliseconds,
  )
