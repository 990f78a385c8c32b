import { notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const subscriptionAdministrationRoutes = routes('Administration', [
  route('GET /admin/subscriptions', {
    config: { ...reads, csv: 'Subscriptions' },
    summary: 'List the subscriptions of all people',
    description: 'Newest first, with ended ones.',
    query: AdminSubscriptionQuery,
    response: respondsPage(AdminSubscription),
    run: listSubscriptions,
  }),
  route('GET /admin/subscriptions/:id', {
    config: reads,
    operationId: 'showSubscriptionOfPerson',
    summary: 'Show a subscription',
    description: 'With its state, its period and its failed payments.',
    response: responds(200, AdminSubscription, notFound),
    run: showSubscriptionOf,
  }),
  route('POST /admin/subscriptions', {
    config: { ...writes, message: 'The plan is granted.' },
    summary: 'Give a person or a company a plan without money',
    description:
      'Until a day, when it ends unless the person resumes it before. 422 for a person who has a paid plan: extend that one instead.',
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
    run: grantSubscription,
  }),
  route('POST /admin/subscriptions/:id/cancel', {
    config: { ...writes, message: 'The subscription is canceled.' },
    operationId: 'cancelSubscriptionOfPerson',
    summary: 'Cancel a subscription',
    description: 'At the end of its period, or now. Nothing is refunded by it.',
    body: AdminCancellation,
    response: responds(200, AdminSubscription, notFound, nothingToCancel),
    run: cancelSubscriptionOf,
  }),
  route('POST /admin/subscriptions/:id/extend', {
    config: { ...writes, message: 'The period is extended.' },
    summary: 'Let the period of a subscription end later',
    description: 'By whole days, without a charge. One that waits for a payment counts as paid until then.',
    body: Extension,
    response: responds(200, AdminSubscription, notFound, nothingToCancel),
    run: extendSubscription,
  }),
])
