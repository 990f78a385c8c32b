import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { notFailed, nothingLeft, notRefundable, tooMuch } from '../charges/refund.ts'
import { closeRefundOfPayment, listRefunds, retryRefundOfPayment } from './refunds.ts'
import {
  AdminPayment,
  AdminPaymentDetail,
  AdminPaymentQuery,
  AdminRefund,
  AdminRefundQuery,
  NewRefund,
  RefundAct,
  Revenue,
} from './schemas.ts'
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

  app.get('/admin/refunds', {
    config: { ...reads, csv: 'Refunds' },
    schema: {
      operationId: 'listRefunds',
      summary: 'List the refunds of all people',
      description: 'Newest first. With `is_open`, those that have failed and wait for a decision.',
      tags,
      querystring: AdminRefundQuery,
      response: respondsPage(AdminRefund),
    },
    handler: (request) => listRefunds(request.ctx, request.query),
  })

  app.post('/admin/refunds/:id/retry', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The refund is tried again.' },
    schema: {
      operationId: 'retryRefund',
      summary: 'Try a failed refund again',
      description: 'The payment provider is asked in the background, as for a new refund of the same amount.',
      tags,
      params: ids('id'),
      body: RefundAct,
      response: responds(200, AdminRefund, notFound, notFailed, nothingLeft),
    },
    handler: (request) => retryRefundOfPayment(request.ctx, request.params.id, request.body),
  })

  app.post('/admin/refunds/:id/close', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The refund is closed.' },
    schema: {
      operationId: 'closeRefund',
      summary: 'Record that a failed refund needs nothing more',
      description: 'Because you have returned the money in another way, or it stays. It moves no money.',
      tags,
      params: ids('id'),
      body: RefundAct,
      response: responds(200, AdminRefund, notFound, notFailed),
    },
    handler: (request) => closeRefundOfPayment(request.ctx, request.params.id, request.body),
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
