import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { nothingToCancel } from '../service.ts'
import {
  freePlanIsFree,
  grantSubscription,
  hasSubscription,
  otherCompany,
  unknownPlan,
  unknownUser,
  wrongEnd,
} from './grants.ts'
import { AdminCancellation, AdminSubscription, AdminSubscriptionQuery, Extension, NewGrant } from './schemas.ts'
import { cancelSubscriptionOf, extendSubscription, listSubscriptions, showSubscriptionOf } from './service.ts'

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const subscriptionAdministrationRoutes: Routes = (app) => {
  app.get('/admin/subscriptions', {
    config: { ...reads, csv: 'Subscriptions' },
    schema: {
      operationId: 'listSubscriptions',
      summary: 'List the subscriptions of all people',
      description: 'Newest first, with ended ones.',
      tags,
      querystring: AdminSubscriptionQuery,
      response: respondsPage(AdminSubscription),
    },
    handler: (request) => listSubscriptions(request.ctx, request.query),
  })

  app.get('/admin/subscriptions/:id', {
    config: reads,
    schema: {
      operationId: 'showSubscriptionOfPerson',
      summary: 'Show a subscription',
      description: 'With its state, its period and its failed payments.',
      tags,
      params: ids('id'),
      response: responds(200, AdminSubscription, notFound),
    },
    handler: (request) => showSubscriptionOf(request.ctx, request.params.id),
  })

  app.post('/admin/subscriptions', {
    config: { ...writes, message: 'The plan is granted.' },
    schema: {
      operationId: 'grantSubscription',
      summary: 'Give a person or a company a plan without money',
      description:
        'Until a day, when it ends unless the person resumes it before. 422 for a person who has a paid plan: extend that one instead.',
      tags,
      body: NewGrant,
      response: responds(
        201,
        AdminSubscription,
        unknownUser,
        unknownPlan,
        freePlanIsFree,
        otherCompany,
        hasSubscription,
        wrongEnd,
      ),
    },
    handler: (request) => grantSubscription(request.ctx, request.body),
  })

  app.post('/admin/subscriptions/:id/cancel', {
    config: { ...writes, message: 'The subscription is canceled.' },
    schema: {
      operationId: 'cancelSubscriptionOfPerson',
      summary: 'Cancel a subscription',
      description: 'At the end of its period, or now. Nothing is refunded by it.',
      tags,
      params: ids('id'),
      body: AdminCancellation,
      response: responds(200, AdminSubscription, notFound, nothingToCancel),
    },
    handler: (request) => cancelSubscriptionOf(request.ctx, request.params.id, request.body),
  })

  app.post('/admin/subscriptions/:id/extend', {
    config: { ...writes, message: 'The period is extended.' },
    schema: {
      operationId: 'extendSubscription',
      summary: 'Let the period of a subscription end later',
      description: 'By whole days, without a charge. One that waits for a payment counts as paid until then.',
      tags,
      params: ids('id'),
      body: Extension,
      response: responds(200, AdminSubscription, notFound, nothingToCancel),
    },
    handler: (request) => extendSubscription(request.ctx, request.params.id, request.body),
  })
}
