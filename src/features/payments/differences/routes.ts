import { notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { DifferenceClosing, DifferenceQuery, PaymentDifference } from './schemas.ts'
import { closeDifference, listDifferences, notOpen } from './service.ts'

export const paymentDifferenceRoutes = routes('Administration', [
  route('GET /admin/payments/differences', {
    config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Differences' },
    operationId: 'listPaymentDifferences',
    summary: 'List where the gateways and this service differ',
    description:
      'What the comparison of each night found, or `npm run reconcile`: payments, refunds and disputes of the report of a gateway against those here, and those that could not be compared. Newest first.',
    query: DifferenceQuery,
    response: respondsPage(PaymentDifference),
    run: listDifferences,
  }),
  route('POST /admin/payments/differences/:id/close', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The difference is closed.' },
    operationId: 'closePaymentDifference',
    summary: 'Record why it differs',
    description: 'It stays closed when a later comparison finds it again. No money is moved.',
    body: DifferenceClosing,
    response: responds(200, PaymentDifference, notFound, notOpen),
    run: closeDifference,
  }),
])
