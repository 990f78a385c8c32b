import { type Context, runInTransaction } from '#context.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { describeAct } from '#platform/audit/audit.ts'
import { plans } from './queries.ts'
import type { NewPlan, Plan, PlanChange } from './schemas.ts'

/** A plan as stored: the price in minor units, -1 for no limit. */
export interface PlanRow {
  id: string
  name: string
  description: string
  price: number
  currency: string
  interval: 'month' | 'year'
  popular: boolean
  features: string[]
  job_postings: number
  candidate_searches: number
  team_members: number
}

/** The plan of users without a subscription. */
export const freePlan = 'free'

export const planTaken = createFieldProblem('id', 'There is a plan with this id already.')
export const freeCosts = createFieldProblem('price', 'The free plan stays free.')

const presentPlan = ({ job_postings, candidate_searches, team_members, ...plan }: PlanRow): Plan => ({
  ...plan,
  price: fromMinorUnits(plan.price),
  limits: { job_postings, candidate_searches, team_members },
})

export const listPlans = async (ctx: Context): Promise<Plan[]> => (await plans.all.all(ctx, {})).map(presentPlan)

export async function addPlan(ctx: Context, given: NewPlan): Promise<Plan> {
  const { limits, currency = 'USD', interval = 'month', price, ...rest } = given
  return runInTransaction(ctx, async (tx) => {
    ensure((await plans.byId.maybe(tx, { id: given.id })) === null, planTaken)
    const plan = { description: '', popular: false, features: [], ...rest, ...limits }
    const row = { ...plan, price: toMinorUnits(price), currency, interval, now: tx.clock.now() }
    const added = presentPlan(await plans.add.one(tx, row))
    describeAct(tx, { object: { kind: 'plan', id: added.id }, before: null, after: added })
    return added
  })
}

/** A new price applies to periods that begin later. */
export function updatePlan(ctx: Context, id: string, change: PlanChange): Promise<Plan> {
  const { limits, price, ...rest } = change
  return runInTransaction(ctx, async (tx) => {
    const before = await plans.byId.one(tx, { id })
    ensure(id !== freePlan || !price, freeCosts)
    const minor = price === undefined ? before.price : toMinorUnits(price)
    const row = { ...before, ...rest, ...limits, price: minor, now: tx.clock.now() }
    const after = presentPlan(await plans.update.one(tx, row))
    describeAct(tx, { object: { kind: 'plan', id }, before: presentPlan(before), after })
    return after
  })
}
