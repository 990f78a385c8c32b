import { fromMinorUnits } from '#core/money.ts'
import type { PersonalData } from '#features/feature.ts'
import { defineTask, enqueue } from '#platform/tasks.ts'
import { charges } from './charges/queries.ts'
import { isCurrentGateway } from './gateways.ts'
import { invoices } from './invoices/queries.ts'
import { customers, paymentMethods } from './methods/queries.ts'

/** The customer and the cards are removed at the gateway when no payment is pending. */
export const forgetCustomer = defineTask<{ user_id: number; gateway: string; customer: string }>({
  kind: 'forget_customer',
  mostAttempts: 100,
  async handle(ctx, { user_id, gateway, customer }) {
    if (!isCurrentGateway(ctx, gateway)) return
    const pending = await charges.listPendingByUser.maybe(ctx, { user_id })
    if (pending !== null) throw new Error('A payment of this customer is still pending.')
    await ctx.payments.forget(customer)
  },
})

/** Invoices are kept as required by law, attributed to a deleted user. */
export const paymentPersonalData: PersonalData = {
  name: 'payments',
  async export(ctx, userId) {
    const mine = { user_id: userId }
    const payments = await charges.listByUser.all(ctx, mine)
    const issued = await invoices.listByUser.all(ctx, mine)
    return {
      payment_methods: await paymentMethods.ofUser.all(ctx, mine),
      payments: payments.map((payment) => ({ ...payment, amount: fromMinorUnits(payment.amount) })),
      invoices: issued.map((invoice) => ({ ...invoice, amount: fromMinorUnits(invoice.amount) })),
    }
  },
  async erase(tx, userId) {
    const mine = { user_id: userId }
    await paymentMethods.removeAll.run(tx, mine)
    await charges.anonymise.run(tx, mine)
    await invoices.anonymise.run(tx, mine)
    for (const { gateway, customer } of await customers.removeAll.all(tx, mine))
      await enqueue(tx, forgetCustomer, { ...mine, gateway, customer })
  },
}
