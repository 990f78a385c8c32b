import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { alreadyPaid, paymentRunning } from '../charges/service.ts'
import { PaymentMatch } from '../manual/schemas.ts'
import { checkReceivedMoney, notGranted, referenceTaken, unknownPayer } from '../manual/service.ts'
import { NewUnmatchedPayment, PaymentReturn, UnmatchedPayment, UnmatchedQuery } from './schemas.ts'
import { listUnmatched, matchUnmatched, notWaiting, recordUnmatched, returnUnmatched } from './service.ts'

const tags = ['Administration']
const writes = { access: ['admin'], scope: 'admin:write' } as const

/** `purposes` are what can be paid for. */
export const unmatchedPaymentRoutes =
  (purposes: readonly PurchaseType[]): Routes =>
  (app) => {
    app.get('/admin/payments/unmatched', {
      config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Payments' },
      schema: {
        operationId: 'listUnmatchedPayments',
        summary: 'List money that arrived and matches nothing',
        description: 'Newest first; what waits for a decision, unless `status` is given.',
        tags,
        querystring: UnmatchedQuery,
        response: respondsPage(UnmatchedPayment),
      },
      handler: (request) => listUnmatched(request.ctx, request.query),
    })

    app.post('/admin/payments/unmatched', {
      config: { ...writes, message: 'The money is recorded.', check: checkReceivedMoney },
      schema: {
        operationId: 'recordUnmatchedPayment',
        summary: 'Record money that arrived and matches nothing',
        description:
          'Such as a transfer on a statement whose sender is not known. It waits until it is matched or returned.',
        tags,
        body: NewUnmatchedPayment,
        response: responds(201, UnmatchedPayment, referenceTaken),
      },
      handler: (request) => recordUnmatched(request.ctx, request.body),
    })

    app.post('/admin/payments/unmatched/:id/match', {
      config: { ...writes, message: 'The payment is recorded.' },
      schema: {
        operationId: 'matchUnmatchedPayment',
        summary: 'Say who paid with it, and for what',
        description: 'Grants it as `POST /admin/payments` does, with an invoice.',
        tags,
        params: ids('id'),
        body: PaymentMatch,
        response: responds(
          200,
          UnmatchedPayment,
          notFound,
          notWaiting,
          unknownPayer,
          referenceTaken,
          notGranted,
          paymentRunning,
          alreadyPaid,
        ),
      },
      handler: ({ ctx, params, body }) => matchUnmatched(ctx, purposes, { id: params.id, match: body }),
    })

    app.post('/admin/payments/unmatched/:id/return', {
      config: { ...writes, message: 'The money is recorded as returned.' },
      schema: {
        operationId: 'returnUnmatchedPayment',
        summary: 'Record that it was returned',
        description: 'To where it came from, by the administrator: this service moves no money for it.',
        tags,
        params: ids('id'),
        body: PaymentReturn,
        response: responds(200, UnmatchedPayment, notFound, notWaiting),
      },
      handler: ({ ctx, params, body }) => returnUnmatched(ctx, params.id, body),
    })
  }
