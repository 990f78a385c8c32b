import { Type } from 'typebox'
import { toAnonymous } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { createErrorResponses, responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { maxOffers, type OfferSource } from '#pages/front-page.ts'
import { describePrice } from '#pages/hosted/plans.ts'
import { pageResponse } from '#pages/mailed-pages.ts'
import { showPublicPage } from '#pages/replies.ts'
import { renderPlanPage } from './page.ts'
import { NewPlan, Plan, PlanChange, PlanId } from './schemas.ts'
import {
  addPlan,
  checkNewPrices,
  checkPrices,
  currencyInUse,
  currencyStays,
  freeCosts,
  freeStays,
  listPlans,
  planTaken,
  updatePlan,
} from './service.ts'

/** The plans, for the front page. */
export const planOffers: OfferSource = {
  path: '/plans',
  async list(ctx, writer) {
    const plans = await listPlans(ctx)
    return plans
      .slice(0, maxOffers)
      .map((plan) => ({ title: plan.name, path: null, facts: [describePrice(writer, plan)] }))
  },
}

export const planRoutes = routes('Subscriptions and payments', [
  route('GET /plans', {
    config: { access: 'public', raw: true, readsReplica: true },
    operationId: 'showPublicPlans',
    summary: 'Show the plans as a page',
    description: 'Needs no token.',
    response: { 200: pageResponse, ...createErrorResponses([404, 429, 500, 503]) },
    async handler({ ctx }, reply) {
      ensure(ctx.config.publicPages, notFound)
      const plans = await listPlans(toAnonymous(ctx))
      return showPublicPage(reply, ctx, (writer) => renderPlanPage(writer, ctx.config, plans))
    },
  }),
  route('GET /subscriptions/plans', {
    config: { access: 'optional', scope: 'billing:read' },
    summary: 'List the plans',
    description: 'With prices and limits; needs no token. -1 means unlimited.',
    response: responds(200, Type.Array(Plan)),
    run: listPlans,
  }),
  route('POST /subscriptions/plans', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The plan is added.', check: checkNewPrices },
    summary: 'Add a plan',
    description: 'For administrators. It is available immediately. A limit of -1 means unlimited.',
    body: NewPlan,
    response: responds(201, Plan, planTaken),
    run: addPlan,
  }),
  route('PUT /subscriptions/plans/:id', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The plan is saved.', check: checkPrices },
    operationId: 'changePlan',
    summary: 'Change a plan',
    description:
      'A new price applies to periods that begin after the change. The interval and the currency of the first price cannot be ' +
      'changed, and the price in a currency stays while somebody has subscribed in it.',
    params: PlanId,
    body: PlanChange,
    response: responds(200, Plan, notFound, freeCosts, freeStays, currencyStays, currencyInUse),
    run: updatePlan,
  }),
])
