import type { Context } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import { mapEach } from '#core/streamed-data.ts'
import type { PersonalData } from '#features/feature.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { charges } from './charges/queries.ts'
import { refunds } from './charges/refund-queries.ts'
import { findGateway } from './gateways.ts'
import { creditNotes } from './invoices/credit-note-queries.ts'
import { invoices } from './invoices/queries.ts'
import { endHostedPage } from './methods/hosted-setup.ts'
import { presentMethod } from './methods/present.ts'
import { customers, paymentMethods } from './methods/queries.ts'
import { methodSetups } from './methods/setup-queries.ts'
import { decryptPhone } from './phones.ts'
import { unmatchedPayments } from './unmatched/queries.ts'

/** The customer and the cards are removed at the gateway when no payment is pending. */
export const forgetCustomer = defineTask<{ user_id: number; gateway: string; customer: string }>({
  kind: 'forget_customer',
  maxAttempts: 100,
  async handle(ctx, { user_id, gateway, customer }) {
    const found = findGateway(ctx, gateway)
    if (found === null) return
    const pending = await charges.listPendingByUser.maybe(ctx, { user_id })
    if (pending !== null) throw new Error('A payment of this customer is still pending.')
    await found.forget(customer)
  },
})

/** Exports payment methods with the numbers of phones, which are encrypted in the table. */
async function* exportMethods(ctx: Context, userId: number) {
  for await (const method of paymentMethods.ofUser.iterate(ctx, { user_id: userId })) {
    const phone_number = await decryptPhone(ctx, userId, method.phone_secret)
    yield { ...presentMethod(method), ...(phone_number !== null && { phone_number }) }
  }
}

/** Invoices are kept as required by law, attributed to a deleted user. */
export const paymentPersonalData: PersonalData = {
  name: 'payments',
  export(ctx, userId) {
    const mine = { user_id: userId }
    const present = <T extends { amount: number; currency: string }>(row: T) => ({
      ...row,
      amount: fromMinorUnits(row.amount, row.currency),
    })
    return {
      payment_methods: exportMethods(ctx, userId),
      payment_method_setups: methodSetups.ofUser.iterate(ctx, mine),
      payments: mapEach(charges.listByUser.iterate(ctx, mine), present),
      invoices: mapEach(invoices.listByUser.iterate(ctx, mine), present),
      refunds: mapEach(refunds.listByUser.iterate(ctx, mine), present),
      credit_notes: mapEach(creditNotes.listByUser.iterate(ctx, mine), present),
    }
  },
  async erase(tx, userId) {
    const mine = { user_id: userId }
    for (const { status, gateway, session_id } of await methodSetups.removeAll.all(tx, mine))
      if (status === 'open' && session_id !== null) await addTask(tx, endHostedPage, { gateway, session_id })
    await paymentMethods.removeAll.run(tx, mine)
    await unmatchedPayments.anonymise.run(tx, mine)
    await charges.anonymise.run(tx, mine)
    await refunds.anonymise.run(tx, mine)
    await invoices.anonymise.run(tx, mine)
    for (const { gateway, customer } of await customers.removeAll.all(tx, mine))
      await addTask(tx, forgetCustomer, { ...mine, gateway, customer })
  },
}
