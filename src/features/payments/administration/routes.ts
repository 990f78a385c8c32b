import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const

export const paymentAdministrationRoutes = routes('Administration', [
  route('GET /admin/payments', {
    config: { ...reads, csv: 'Payments' },
    summary: 'List the payments of all people',
    description: 'Newest first.',
    query: AdminPaymentQuery,
    response: respondsPage(AdminPayment, { problems: [tooManyPeople] }),
    run: listPayments,
  }),
  route('GET /admin/payments/:id', {
    config: reads,
    summary: 'Show a payment',
    description: 'What was charged, why, and what was refunded.',
    response: responds(200, AdminPaymentDetail, notFound),
    run: showPayment,
  }),
  route('POST /admin/payments/:id/refund', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The refund is on its way.' },
    summary: 'Refund a payment, in whole or in part',
    description:
      'Without `amount`, all that is left. The payment provider is asked in the background until it answers, and the ' +
      'person is told. What was bought is not taken back; cancel a subscription besides.',
    body: NewRefund,
    response: responds(200, AdminPaymentDetail, notFound, notRefundable, tooMuch, noAmount),
    run: refundPayment,
  }),
  route('GET /admin/refunds', {
    config: { ...reads, csv: 'Refunds' },
    summary: 'List the refunds of all people',
    description: 'Newest first. With `is_open`, those that have failed and wait for a decision.',
    query: AdminRefundQuery,
    response: respondsPage(AdminRefund),
    run: listRefunds,
  }),
  route('POST /admin/refunds/:id/retry', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The refund is tried again.' },
    operationId: 'retryRefund',
    summary: 'Try a failed refund again',
    description: 'The payment provider is asked in the background, as for a new refund of the same amount.',
    body: RefundAct,
    response: responds(200, AdminRefund, notFound, notFailed, nothingLeft),
    run: retryRefundOfPayment,
  }),
  route('POST /admin/refunds/:id/close', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The refund is closed.' },
    operationId: 'closeRefund',
    summary: 'Record that a failed refund needs nothing more',
    description: 'Because you have returned the money in another way, or it stays. It moves no money.',
    body: RefundAct,
    response: responds(200, AdminRefund, notFound, notFailed),
    run: closeRefundOfPayment,
  }),
  route('GET /admin/revenue', {
    config: { access: ['admin'], scope: 'admin:read' },
    summary: 'Show what was received and refunded by month',
    description: 'The last 24 months, newest first, by currency.',
    response: responds(200, Type.Array(Revenue)),
    run: listRevenue,
  }),
])
