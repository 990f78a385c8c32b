import { defineAdministrativeRights, definePersonalRights } from '#database/rights.ts'

export const paymentRights = defineAdministrativeRights('payment', 'charges')
export const paymentMethodRights = definePersonalRights('payment_method', 'payment_methods')
export const invoiceRights = definePersonalRights('invoice', 'invoices')
export const refundRights = defineAdministrativeRights('refund', 'refunds')
export const creditNoteRights = definePersonalRights('credit_note', 'credit_notes')
export const unmatchedPaymentRights = defineAdministrativeRights('unmatched_payment', 'unmatched_payments')
