import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { listPrices, type PriceList, presentPrices } from '#core/prices.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { resolvePrices } from '#features/payments/index.ts'
import type { CheckContext } from '#http/routes.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { subscriptions } from '../queries.ts'
import { plans } from './queries.ts'
import { type PlanRow, planRecord } from './record.ts'
import type { NewPlan, Plan, PlanChange } from './schemas.ts'

/** The plan of users without a subscription. */
export const freePlan = 'free'

export const planTaken = createFieldProblem('id', 'There is a plan with this id already.')
export const freeCosts = createFieldProblem('price', 'The free plan stays free.')
export const freeStays = createFieldProblem('retired', 'The free plan is always offered.')
export const currencyStays = createFieldProblem('prices', 'The first price stays in the currency of the plan.')
export const currencyInUse = createFieldProblem(
  'prices',
  'There are subscriptions in a currency that has no price any more; keep its price.',
)

const presentPlan = ({
  job_postings,
  candidate_searches,
  team_members,
  other_prices,
  retired,
  ...plan
}: PlanRow): Plan => ({
  ...plan,
  ...(retired ? { retired } : {}),
  ...presentPrices({ ...plan, other_prices }),
  limits: { job_postings, candidate_searches, team_members },
})

/** Lists the plans that are offered; administrators see the retired ones too. */
export const listPlans = async (ctx: Context): Promise<Plan[]> =>
  (await plans.all.all(ctx, {})).filter(({ retired }) => !retired || ctx.actor.role === 'admin').map(presentPlan)

const noPrice: PriceList = { price: 0, currency: planRecord.defaults.currency, other_prices: [] }
/** Plans may cost less than payment gateways take; such an amount is waived. */
const options = { allowSmall: true }

/** Throws 422 for prices that are wrong. */
export function checkNewPrices(ctx: Context, input: Partial<NewPlan>): void {
  resolvePrices(ctx, noPrice, input, options)
}

/** Throws 422 for prices that are wrong after the change. */
export async function checkPrices(ctx: Context, change: Partial<PlanChange>, { params }: CheckContext<{ id: string }>) {
  resolvePrices(ctx, await plans.byId.one(ctx, params), change, options)
}

export async function addPlan(ctx: Context, input: NewPlan): Promise<Plan> {
  const { limits, price: _, prices: __, ...rest } = input
  return runInTransaction(ctx, async (tx) => {
    ensure((await plans.byId.maybe(tx, { id: input.id })) === null, planTaken)
    const plan = {
      ...planRecord.defaults,
      retired: false,
      ...rest,
      ...limits,
      ...resolvePrices(tx, noPrice, input, options),
    }
    const added = presentPlan(await plans.add.one(tx, { ...plan, now: tx.clock.now() }))
    describeAuditEvent(tx, { object: { kind: 'plan', id: added.id }, before: null, after: added })
    return added
  })
}

/** New prices apply to periods that begin later. */
export function updatePlan(ctx: Context, id: string, change: PlanChange): Promise<Plan> {
  const { limits, price: _, prices: __, ...rest } = change
  return runInTransaction(ctx, async (tx) => {
    const before = await plans.byId.one(tx, { id })
    const priced = resolvePrices(tx, before, change, options)
    ensure(id !== freePlan || priced.price === 0, freeCosts)
    ensure(id !== freePlan || change.retired !== true, freeStays)
    ensure(priced.currency === before.currency, currencyStays)
    await ensureRenewable(tx, before, priced)
    const row = { ...before, ...rest, ...limits, ...priced, now: tx.clock.now() }
    const after = presentPlan(await plans.update.one(tx, row))
    describeAuditEvent(tx, { object: { kind: 'plan', id }, before: presentPlan(before), after })
    return after
  })
}

/** A subscription is renewed in its currency, so its price stays while there is one. */
async function ensureRenewable(tx: Transaction, before: PlanRow, after: PriceList): Promise<void> {
  const present = new Set(listPrices(after).map(({ currency }) => currency))
  const isGone = before.other_prices.some(({ currency }) => !present.has(currency))
  if (!isGone) return
  const used = await subscriptions.currenciesOf.all(tx, { plan_id: before.id })
  ensure(
    used.every(({ currency }) => currency === null || present.has(currency)),
    currencyInUse,
  )
}
