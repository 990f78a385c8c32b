import type { AnyContext, Transaction } from '#context.ts'
import { startOfMonth, startOfMonthIn } from '#core/periods.ts'
import { Problem } from '#core/problem.ts'
import { findRole } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { isOver } from './lifecycle.ts'
import { plans } from './plans/queries.ts'
import { freePlan } from './plans/service.ts'
import { subscriptions } from './queries.ts'
import { periodUsage } from './usage-queries.ts'

/** Something that a plan limits; the feature that owns it counts it. */
export interface Counted {
  readonly entitlement: 'job_postings' | 'team_members'
  /** Counts what the user has now. */
  readonly count: (ctx: AnyContext, userId: number) => Promise<number>
}

interface Limits {
  job_postings: number
  candidate_searches: number
  team_members: number
}

interface Granted {
  plan: string
  limits: Limits
  /** The start of the month for counting searches: of the paid period, or of the calendar on the free plan. */
  since: string
}

const unlimited: Limits = { job_postings: -1, candidate_searches: -1, team_members: -1 }

/** Returns the limits of a user: of their plan or the free plan; administrators have none. */
async function getGranted(ctx: AnyContext, userId: number): Promise<Granted> {
  const now = ctx.clock.now()
  const [held, free, role] = await Promise.all([
    subscriptions.findLive.maybe(ctx, { user_id: userId }),
    plans.byId.one(ctx, { id: freePlan }),
    userId === ctx.actor.id ? ctx.actor.role : findRole(ctx, userId),
  ])
  const paid = held === null || isOver(held, now) ? null : held
  const plan = paid ?? free
  const { job_postings, candidate_searches, team_members } = plan
  return {
    plan: plan.name,
    limits: role === 'admin' ? unlimited : { job_postings, candidate_searches, team_members },
    since: paid === null ? startOfMonth(now) : startOfMonthIn(paid.period_start, paid.anchor_day, now),
  }
}

/**
 * Throws 403 when the limit is reached. Call it in the transaction that adds one, before it is added; serializable
 * transactions make this exact.
 */
export async function requireEntitlement(tx: Transaction, userId: number, { entitlement, count }: Counted) {
  const { plan, limits } = await getGranted(tx, userId)
  const limit = limits[entitlement]
  if (limit >= 0 && (await count(tx, userId)) >= limit) throw limitReached(plan, limit, entitlement)
}

/** Counts one candidate search, or throws 403 when the limit of the month is reached. */
export async function countSearch(tx: Transaction, userId: number): Promise<void> {
  const { plan, limits, since } = await getGranted(tx, userId)
  const entitlement = 'candidate_searches'
  const limit = limits[entitlement]
  const most = limit < 0 ? Number.MAX_SAFE_INTEGER : limit
  const counter = { user_id: userId, entitlement, period_start: since, limit: most }
  const used = most === 0 ? null : await periodUsage.use.maybe(tx, counter)
  if (used === null) throw limitReached(plan, limit, entitlement)
}

const limitReached = (plan: string, limit: number, entitlement: keyof Limits) =>
  new Problem(
    403,
    fill(
      'The {plan} plan allows {limit} {entitlement, select, job_postings {open job posts} candidate_searches {candidate searches a month} other {team members}}, and all of them are used. A larger plan allows more.',
      { plan, limit, entitlement },
    ),
  )

/** Returns the usage and the limit of each entitlement. */
export async function getUsage(ctx: AnyContext, userId: number, counted: readonly Counted[]) {
  const { limits, since } = await getGranted(ctx, userId)
  const countHeld = (entitlement: Counted['entitlement']) =>
    counted.find((one) => one.entitlement === entitlement)?.count(ctx, userId) ?? 0
  const searches = { user_id: userId, entitlement: 'candidate_searches', period_start: since }
  return {
    job_postings: { used: await countHeld('job_postings'), limit: limits.job_postings },
    candidate_searches: {
      used: (await periodUsage.of.maybe(ctx, searches))?.used ?? 0,
      limit: limits.candidate_searches,
    },
    team_members: { used: await countHeld('team_members'), limit: limits.team_members },
  }
}
