import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { DifferenceClosing, DifferenceQuery, PaymentDifference } from './schemas.ts'
import { closeDifference, listDifferences, notOpen } from './service.ts'

const tags = ['Administration']

export const paymentDifferenceRoutes: Routes = (app) => {
  app.get('/admin/payments/differences', {
    config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Differences' },
    schema: {
      operationId: 'listPaymentDifferences',
      summary: 'List where the gateways and this service differ',
      description:
        'What the comparison of each night found, or `npm run reconcile`: payments, refunds and disputes of the report of a gateway against those here. Newest first.',
      tags,
      querystring: DifferenceQuery,
      response: respondsPage(PaymentDifference),
    },
    handler: (request) => listDifferences(request.ctx, request.query),
  })

  app.post('/admin/payments/differences/:id/close', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The difference is closed.' },
    schema: {
      operationId: 'closePaymentDifference',
      summary: 'Record why it differs',
      description: 'It stays closed when a later comparison finds it again. No money is moved.',
      tags,
      params: ids('id'),
      body: DifferenceClosing,
      response: responds(200, PaymentDifference, notFound, notOpen),
    },
    handler: (request) => closeDifference(request.ctx, request.params.id, request.body),
  })
}
