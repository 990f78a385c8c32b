import type { AnyContext, Transaction } from '#context.ts'
import { startOfMonth, startOfMonthIn } from '#core/periods.ts'
import { Problem } from '#core/problem.ts'
import type { Room } from '#features/companies/index.ts'
import { findRole } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { isOver } from './lifecycle.ts'
import { type LimitedResource, seats } from './limited-resources.ts'
import { plans } from './plans/queries.ts'
import { freePlan } from './plans/service.ts'
import { subscriptions } from './queries.ts'
import type { Subscriber } from './record.ts'
import { companyUsage, periodUsage } from './usage-queries.ts'

type Limits = Record<'job_postings' | 'candidate_searches' | 'team_members', number>

interface GrantedPlan {
  plan: string
  limits: Limits
  /** The start of the month for counting searches: of the paid period, or of the calendar on the free plan. */
  since: string
}

type Live = NonNullable<Awaited<ReturnType<typeof subscriptions.liveOfUser.maybe>>>

const unlimited: Limits = { job_postings: -1, candidate_searches: -1, team_members: -1 }

const selectLimits = ({ job_postings, candidate_searches, team_members }: Limits): Limits => ({
  job_postings,
  candidate_searches,
  team_members,
})

const describePaid = (paid: Live, now: string): GrantedPlan => ({
  plan: paid.name,
  limits: selectLimits(paid),
  since: startOfMonthIn(paid.period_start, paid.anchor_day, now),
})

/** Returns the limits of a user: of their plan or the free plan; administrators have none. */
async function getGranted(ctx: AnyContext, userId: number): Promise<GrantedPlan> {
  const now = ctx.clock.now()
  const [held, free, role] = await Promise.all([
    subscriptions.liveOfUser.maybe(ctx, { user_id: userId }),
    plans.byId.one(ctx, { id: freePlan }),
    userId === ctx.actor.id ? ctx.actor.role : findRole(ctx, userId),
  ])
  const granted =
    held === null || isOver(held, now)
      ? { plan: free.name, limits: selectLimits(free), since: startOfMonth(now) }
      : describePaid(held, now)
  return role === 'admin' ? { ...granted, limits: unlimited } : granted
}

/** Returns the limits of the plan of a company, or null without one. */
async function findGrantedToCompany(ctx: AnyContext, company_id: number): Promise<GrantedPlan | null> {
  const now = ctx.clock.now()
  const held = await subscriptions.liveOfCompany.maybe(ctx, { company_id })
  return held === null || isOver(held, now) ? null : describePaid(held, now)
}

/**
 * Throws 403 when the limit is reached: of the company, or of the user when there is none or it has no plan. Call it in the transaction
 * that adds one, before it is added; serializable transactions make this exact.
 */
export async function requireEntitlement(
  tx: Transaction,
  { user_id, company_id }: Subscriber,
  counted: LimitedResource,
) {
  const shared = company_id === null ? null : await findGrantedToCompany(tx, company_id)
  if (shared !== null) await ensureLeft(tx, shared, { user_id, company_id }, counted)
  else await ensureLeft(tx, await getGranted(tx, user_id), { user_id, company_id: null }, counted)
}

/** Throws 403 when the limit of the plan of the company is reached. A company without a plan has none. */
export async function requireCompanyEntitlement(
  tx: Transaction,
  company: Subscriber & { company_id: number },
  counted: LimitedResource,
) {
  const shared = await findGrantedToCompany(tx, company.company_id)
  if (shared !== null) await ensureLeft(tx, shared, company, counted)
}

/** Returns how many more members the plan of a company allows; null without a limit. */
export async function findSeats(ctx: AnyContext, company_id: number): Promise<Room | null> {
  const shared = await findGrantedToCompany(ctx, company_id)
  return shared === null ? null : findRoom(ctx, shared, { user_id: ctx.actor.id, company_id }, seats)
}

async function findRoom(
  ctx: AnyContext,
  { plan, limits }: GrantedPlan,
  subscriber: Subscriber,
  { entitlement, count }: LimitedResource,
): Promise<Room | null> {
  const limit = limits[entitlement]
  if (limit < 0) return null
  return { left: limit - (await count(ctx, subscriber)), refusal: describeLimit(plan, limit, entitlement) }
}

async function ensureLeft(tx: Transaction, granted: GrantedPlan, subscriber: Subscriber, counted: LimitedResource) {
  const room = await findRoom(tx, granted, subscriber, counted)
  if (room !== null && room.left <= 0) throw new Problem(403, room.refusal)
}

const searches = 'candidate_searches'

/** The limit as a number that a counter does not reach when there is none. */
const toMost = (limit: number) => (limit < 0 ? Number.MAX_SAFE_INTEGER : limit)

/**
 * Counts one candidate search: on the plan of a company for which the user recruits, where one has searches left, otherwise on the
 * user's own. Throws 403 when the limit of the month is reached.
 */
export async function countSearch(tx: Transaction, userId: number): Promise<void> {
  const isAdmin = userId === tx.actor.id && tx.actor.role === 'admin'
  if (!isAdmin && (await countOnCompany(tx, userId))) return
  const { plan, limits, since } = await getGranted(tx, userId)
  const limit = limits[searches]
  const counter = { user_id: userId, entitlement: searches, period_start: since, limit: toMost(limit) }
  const used = limit === 0 ? null : await periodUsage.use.maybe(tx, counter)
  if (used === null) throw new Problem(403, describeLimit(plan, limit, searches))
}

/** Returns whether a company of the user had a search left, which is counted. */
async function countOnCompany(tx: Transaction, userId: number): Promise<boolean> {
  const now = tx.clock.now()
  for (const held of await subscriptions.ofCompaniesOf.all(tx, { user_id: userId })) {
    const limit = toMost(held[searches])
    if (held.company_id === null || limit === 0 || isOver(held, now)) continue
    const { since } = describePaid(held, now)
    const counter = { company_id: held.company_id, entitlement: searches, period_start: since, limit }
    if ((await companyUsage.use.maybe(tx, counter)) !== null) return true
  }
  return false
}

const describeLimit = (plan: string, limit: number, entitlement: keyof Limits) =>
  fill(
    'The {plan} plan allows {limit} {entitlement, select, job_postings {open job posts} candidate_searches {candidate searches a month} other {team members}}, and all of them are used. A larger plan allows more.',
    { plan, limit, entitlement },
  )

/** Returns the usage and the limit of each entitlement of a person, or of a company, which has no limits without a plan. */
export async function getUsage(ctx: AnyContext, subscriber: Subscriber, counted: readonly LimitedResource[]) {
  const { user_id, company_id } = subscriber
  const { limits, since } =
    company_id === null
      ? await getGranted(ctx, user_id)
      : ((await findGrantedToCompany(ctx, company_id)) ?? { limits: unlimited, since: startOfMonth(ctx.clock.now()) })
  const countHeld = (entitlement: LimitedResource['entitlement']) =>
    [...(company_id === null ? [] : [seats]), ...counted]
      .find((one) => one.entitlement === entitlement)
      ?.count(ctx, subscriber) ?? 0
  const month = { entitlement: searches, period_start: since }
  const searched =
    company_id === null
      ? await periodUsage.of.maybe(ctx, { ...month, user_id })
      : await companyUsage.of.maybe(ctx, { ...month, company_id })
  return {
    job_postings: { used: await countHeld('job_postings'), limit: limits.job_postings },
    candidate_searches: { used: searched?.used ?? 0, limit: limits.candidate_searches },
    team_members: { used: await countHeld('team_members'), limit: limits.team_members },
  }
}
