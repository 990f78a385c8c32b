export { forgetCustomer, paymentBelongings } from './belongings.ts'
export { boughtNow, type Charge, type Period, type Purpose } from './charges/charge.ts'
export { refundCharge } from './charges/refund.ts'
export { paymentWebhookRoutes } from './charges/routes.ts'
export {
  alreadyPaid,
  beginCharge,
  carryOut,
  definePurpose,
  isChargePending,
  paymentRunning,
} from './charges/service.ts'
export { sweepGatewayEvents } from './charges/webhooks.ts'
export { billingRoutes } from './invoices/routes.ts'
export { sendLetter } from './letters.ts'
export { paymentMethodRoutes } from './methods/routes.ts'
export { chargeableMethod, removeFromGateway } from './methods/service.ts'
