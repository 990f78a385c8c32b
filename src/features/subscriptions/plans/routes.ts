import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Subscriptions and payments']

export const planRoutes: Routes = (app) => {
  app.get('/subscriptions/plans', {
    config: { access: 'optional', scope: 'billing:read' },
    schema: {
      operationId: 'listPlans',
      summary: 'List the plans',
      description: 'With prices and limits; needs no token. -1 means unlimited.',
      tags,
      response: responds(200, Type.Array(Plan)),
    },
    handler: (request) => listPlans(request.ctx),
  })

  app.post('/subscriptions/plans', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The plan is added.', check: checkNewPrices },
    schema: {
      operationId: 'addPlan',
      summary: 'Add a plan',
      description: 'For administrators. It is available immediately. A limit of -1 means unlimited.',
      tags,
      body: NewPlan,
      response: responds(201, Plan, planTaken),
    },
    handler: (request) => addPlan(request.ctx, request.body),
  })

  app.put('/subscriptions/plans/:id', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The plan is saved.', check: checkPrices },
    schema: {
      operationId: 'changePlan',
      summary: 'Change a plan',
      description:
        'A new price applies to periods that begin after the change. The interval and the currency of the first price cannot be ' +
        'changed, and the price in a currency stays while somebody has subscribed in it.',
      tags,
      params: PlanId,
      body: PlanChange,
      response: responds(200, Plan, notFound, freeCosts, freeStays, currencyStays, currencyInUse),
    },
    handler: (request) => updatePlan(request.ctx, request.params.id, request.body),
  })
}
