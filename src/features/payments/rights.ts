import { defineAdministrativeRights, definePersonalRights } from '#database/rights.ts'
import { chargeRecord } from './charges/record.ts'
import { refundRecord } from './charges/refund-record.ts'
import { creditNoteRecord } from './invoices/credit-note-record.ts'
import { invoiceRecord } from './invoices/record.ts'
import { paymentMethodRecord } from './methods/record.ts'
import { unmatchedRecord } from './unmatched/record.ts'

export const paymentRights = defineAdministrativeRights('payment', chargeRecord)
export const paymentMethodRights = definePersonalRights('payment_method', paymentMethodRecord)
export const invoiceRights = definePersonalRights('invoice', invoiceRecord)
export const refundRights = defineAdministrativeRights('refund', refundRecord)
export const creditNoteRights = definePersonalRights('credit_note', creditNoteRecord)
export const unmatchedPaymentRights = defineAdministrativeRights('unmatched_payment', unmatchedRecord)
