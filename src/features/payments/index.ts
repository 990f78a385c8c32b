import type { Feature } from '#features/feature.ts'

import { sweepGatewayResults } from '#platform/gateway-store.ts'

import { failedRefunds } from './administration/refunds.ts'

import { paymentAdministrationRoutes } from './administration/routes.ts'
import type { PurchaseType } from './charges/charge.ts'
import { refundCharge, refundPart } from './charges/refund.ts'
import { paymentRoutes } from './charges/routes.ts'
import { alreadyPaid, paymentRunning, settleOpenCharges } from './charges/service.ts'
import { sweepGatewayEvents } from './charges/webhooks.ts'
import { paymentDifferenceRoutes } from './differences/routes.ts'
import { openDifferences, reconcileDaily } from './differences/service.ts'
import { billingRoutes } from './invoices/routes.ts'
import { manualPaymentRoutes } from './manual/routes.ts'
import { referenceTaken } from './manual/service.ts'
import { endHostedPage, settleHostedSetup, sweepMethodSetups } from './methods/hosted-setup.ts'
import { paymentMethodRoutes } from './methods/routes.ts'
import { removeFromGateway } from './methods/service.ts'
import { settleMethod } from './methods/setup.ts'
import { forgetCustomer, paymentPersonalData } from './personal-data.ts'
import { receivedMoneyRoutes } from './received/routes.ts'
import { createPullTask } from './received/service.ts'
import { paymentRecords } from './record-queries.ts'
import { unmatchedPaymentRoutes } from './unmatched/routes.ts'

export { getCurrentPeriod, type ManualPurchase, type Period, type PurchaseType } from './charges/charge.ts'
export { presentPayment } from './charges/own-payments.ts'
export type { Charge } from './charges/record.ts'
export { refundCharge } from './charges/refund.ts'
export { Payment } from './charges/schemas.ts'
export {
  alreadyPaid,
  beginCharge,
  createPaymentUrl,
  definePurchaseType,
  isChargePending,
  paymentRunning,
  runCharge,
} from './charges/service.ts'
export type { Comparison } from './differences/compare.ts'
export { compareWithGateways } from './differences/service.ts'
export { calculateTax } from './invoices/tax.ts'
export { mailBuyer } from './mails.ts'
export { createManualKey, manualMethodNames } from './manual/service.ts'
export { methodLimit } from './methods/limits.ts'
export {
  type ChargeableMethod,
  findChargeableMethod,
  getChargeableMethod,
  goneMethod,
  unconfirmedMethod,
  unknownMethod,
} from './methods/service.ts'
export { PurchasePreview, previewFields } from './previews/schemas.ts'
export { getPayer, presentPreview } from './previews/service.ts'
export { choosePrice, otherCurrencyOfMethod, type Payer, resolvePrices, toChargeableAmount } from './prices.ts'
export { choosePromptTime, getTimezoneOfPhone } from './prompt-hours.ts'
export { describePurchase, formatCoursePurchase, formatExamPurchase } from './purchases.ts'
export {
  creditNoteRights,
  invoiceRights,
  paymentMethodRights,
  paymentRights,
  refundRights,
  unmatchedPaymentRights,
} from './rights.ts'

const takenReferences = {
  charges_key_unique: referenceTaken,
  unmatched_payments_gateway_method_reference_unique: referenceTaken,
}

export function createPayments(purposes: readonly PurchaseType[]): Feature {
  const pull = createPullTask(purposes)
  return {
    routes: [
      receivedMoneyRoutes(purposes, pull),
      unmatchedPaymentRoutes(purposes),
      paymentAdministrationRoutes,
      paymentDifferenceRoutes,
      manualPaymentRoutes(purposes),
      paymentMethodRoutes,
      billingRoutes,
      paymentRoutes(purposes),
    ],
    personalData: paymentPersonalData,
    userRecords: [paymentRecords],
    tasks: [
      ...purposes.map(({ settle }) => settle),
      refundCharge,
      refundPart,
      removeFromGateway,
      settleMethod,
      settleHostedSetup,
      endHostedPage,
      sweepMethodSetups,
      forgetCustomer,
      sweepGatewayEvents,
      sweepGatewayResults,
      pull,
      reconcileDaily,
    ],
    start: (ctx) => settleOpenCharges(ctx, purposes),
    alarms: [failedRefunds, openDifferences],
    schedules: [
      { name: 'sweep_gateway_events', cron: '40 4 * * *', task: sweepGatewayEvents },
      { name: 'sweep_gateway_results', cron: '45 4 * * *', task: sweepGatewayResults },
      { name: 'sweep_method_setups', cron: '50 4 * * *', task: sweepMethodSetups },
      { name: 'reconcile_payments', cron: '17 5 * * *', task: reconcileDaily },
      { name: 'pull_received_money', cron: '*/10 * * * *', task: pull },
    ],
    conflicts: { charges_slot_unique: paymentRunning, charges_covers_unique: alreadyPaid, ...takenReferences },
  }
}
