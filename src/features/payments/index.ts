import type { Feature } from '#features/feature.ts'
import { forgetCustomer, paymentBelongings } from './belongings.ts'
import type { Purpose } from './charges/charge.ts'
import { refundCharge } from './charges/refund.ts'
import { paymentWebhookRoutes } from './charges/routes.ts'
import { alreadyPaid, paymentRunning } from './charges/service.ts'
import { sweepGatewayEvents } from './charges/webhooks.ts'
import { billingRoutes } from './invoices/routes.ts'
import { paymentMethodRoutes } from './methods/routes.ts'
import { removeFromGateway } from './methods/service.ts'

export { boughtNow, type Charge, type Period, type Purpose } from './charges/charge.ts'
export { refundCharge } from './charges/refund.ts'
export {
  alreadyPaid,
  beginCharge,
  carryOut,
  definePurpose,
  isChargePending,
  paymentRunning,
} from './charges/service.ts'
export { sendLetter } from './letters.ts'
export { chargeableMethod } from './methods/service.ts'

export const payments = (purposes: readonly Purpose[]): Feature => ({
  routes: [paymentMethodRoutes, billingRoutes, paymentWebhookRoutes(purposes)],
  personalData: paymentBelongings,
  tasks: [
    ...purposes.map(({ settle }) => settle),
    refundCharge,
    removeFromGateway,
    forgetCustomer,
    sweepGatewayEvents,
  ],
  schedules: [{ name: 'sweep_gateway_events', cron: '40 4 * * *', task: sweepGatewayEvents }],
  conflicts: { charges_slot_unique: paymentRunning, charges_covers_unique: alreadyPaid },
})
