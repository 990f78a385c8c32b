import { forbidden } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { AdminPaymentDetail } from '../administration/schemas.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { alreadyPaid, paymentRunning } from '../charges/service.ts'
import { NewManualPayment } from './schemas.ts'
import { checkReceivedMoney, notGranted, recordManualPayment, referenceTaken, unknownPayer } from './service.ts'

/** `purposes` are what can be paid for. */
export const manualPaymentRoutes = (purposes: readonly PurchaseType[]) =>
  routes('Administration', [
    route('POST /admin/payments', {
      config: {
        access: ['admin'],
        scope: 'admin:write',
        message: 'The payment is recorded.',
        check: checkReceivedMoney,
      },
      operationId: 'recordPayment',
      summary: 'Record money that was received by hand',
      description:
        'Grants what it pays for as any payment does, with an invoice: a plan begins, is extended by a period when the person has it, or ' +
        'replaces another; a course is enrolled in; for an exam the fee is recorded. A plan that begins so ends with its period unless the ' +
        'person resumes it. Each reference of a method is recorded once.',
      body: NewManualPayment,
      response: responds(
        201,
        AdminPaymentDetail,
        forbidden,
        unknownPayer,
        referenceTaken,
        notGranted,
        paymentRunning,
        alreadyPaid,
      ),
      run: (ctx, body) => recordManualPayment(ctx, purposes, body),
    }),
  ])
