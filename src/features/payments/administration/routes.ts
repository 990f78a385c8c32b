import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { notRefundable, tooMuch } from '../charges/refund.ts'
import { AdminPayment, AdminPaymentDetail, AdminPaymentQuery, NewRefund, Revenue } from './schemas.ts'
import { listPayments, listRevenue, noAmount, refundPayment, showPayment, tooManyPeople } from './service.ts'

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const

export const paymentAdministrationRoutes: Routes = (app) => {
  app.get('/admin/payments', {
    config: { ...reads, csv: 'Payments' },
    schema: {
      operationId: 'listPayments',
      summary: 'List the payments of all people',
      description: 'Newest first.',
      tags,
      querystring: AdminPaymentQuery,
      response: respondsPage(AdminPayment, { problems: [tooManyPeople] }),
    },
    handler: (request) => listPayments(request.ctx, request.query),
  })

  app.get('/admin/payments/:id', {
    config: reads,
    schema: {
      operationId: 'showPayment',
      summary: 'Show a payment',
      description: 'What was charged, why, and what was refunded.',
      tags,
      params: ids('id'),
      response: responds(200, AdminPaymentDetail, notFound),
    },
    handler: (request) => showPayment(request.ctx, request.params.id),
  })

  app.post('/admin/payments/:id/refund', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The refund is on its way.' },
    schema: {
      operationId: 'refundPayment',
      summary: 'Refund a payment, in whole or in part',
      description:
        'Without `amount`, all that is left. The payment provider is asked in the background until it answers, and the ' +
        'person is told. What was bought is not taken back; cancel a subscription besides.',
      tags,
      params: ids('id'),
      body: NewRefund,
      response: responds(200, AdminPaymentDetail, notFound, notRefundable, tooMuch, noAmount),
    },
    handler: (request) => refundPayment(request.ctx, request.params.id, request.body),
  })

  app.get('/admin/revenue', {
    config: { access: ['admin'], scope: 'admin:read' },
    schema: {
      operationId: 'listRevenue',
      summary: 'Show what was received and refunded by month',
      description: 'The last 24 months, newest first, by currency.',
      tags,
      response: responds(200, Type.Array(Revenue)),
    },
    handler: (request) => listRevenue(request.ctx),
  })
}
