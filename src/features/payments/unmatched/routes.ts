import { notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { alreadyPaid, paymentRunning } from '../charges/service.ts'
import { PaymentMatch } from '../manual/schemas.ts'
import { checkReceivedMoney, notGranted, referenceTaken, unknownPayer } from '../manual/service.ts'
import { NewUnmatchedPayment, PaymentReturn, UnmatchedPayment, UnmatchedQuery } from './schemas.ts'
import { listUnmatched, matchUnmatched, notWaiting, recordUnmatched, returnUnmatched } from './service.ts'

const writes = { access: ['admin'], scope: 'admin:write' } as const

/** `purposes` are what can be paid for. */
export const unmatchedPaymentRoutes = (purposes: readonly PurchaseType[]) =>
  routes('Administration', [
    route('GET /admin/payments/unmatched', {
      config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Payments' },
      operationId: 'listUnmatchedPayments',
      summary: 'List money that arrived and matches nothing',
      description: 'Newest first; what waits for a decision, unless `status` is given.',
      query: UnmatchedQuery,
      response: respondsPage(UnmatchedPayment),
      run: listUnmatched,
    }),
    route('POST /admin/payments/unmatched', {
      config: { ...writes, message: 'The money is recorded.', check: checkReceivedMoney },
      operationId: 'recordUnmatchedPayment',
      summary: 'Record money that arrived and matches nothing',
      description:
        'Such as a transfer on a statement whose sender is not known. It waits until it is matched or returned.',
      body: NewUnmatchedPayment,
      response: responds(201, UnmatchedPayment, referenceTaken),
      run: recordUnmatched,
    }),
    route('POST /admin/payments/unmatched/:id/match', {
      config: { ...writes, message: 'The payment is recorded.' },
      operationId: 'matchUnmatchedPayment',
      summary: 'Say who paid with it, and for what',
      description: 'Grants it as `POST /admin/payments` does, with an invoice.',
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
      run: (ctx, id, body) => matchUnmatched(ctx, purposes, { id, match: body }),
    }),
    route('POST /admin/payments/unmatched/:id/return', {
      config: { ...writes, message: 'The money is recorded as returned.' },
      operationId: 'returnUnmatchedPayment',
      summary: 'Record that it was returned',
      description: 'To where it came from, by the administrator: this service moves no money for it.',
      body: PaymentReturn,
      response: responds(200, UnmatchedPayment, notFound, notWaiting),
      run: returnUnmatched,
    }),
  ])
