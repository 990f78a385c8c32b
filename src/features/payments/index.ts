export { forgetCustomer, paymentBelongings } from './belongings.ts'
export { refundCharge } from './charges/refund.ts'
export { paymentWebhookRoutes } from './charges/routes.ts'
export {
  beginCharge,
  type Charge,
  carryOut,
  definePurpose,
  isChargePending,
  type NewCharge,
  type Period,
  type Purpose,
  paymentRunning,
} from './charges/service.ts'
export { sweepGatewayEvents } from './charges/webhooks.ts'
export { billingRoutes } from './invoices/routes.ts'
export { paymentMethodRoutes } from './methods/routes.ts'
export { type ChargeableMethod, chargeableMethod, removeFromGateway } from './methods/service.ts'
