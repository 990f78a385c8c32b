import type { PaymentGateway } from '#adapters/payments/gateway.ts'
import type { Context } from '#context.ts'
import { customers } from './queries.ts'

/** Returns the gateway's id of the customer, created with the first payment method there. */
export async function getOrCreateCustomer(ctx: Context, gateway: PaymentGateway, userId: number): Promise<string> {
  const mine = { user_id: userId, gateway: gateway.kind }
  const known = await customers.of.maybe(ctx, mine)
  if (known !== null) return known.customer
  // The key differs for a database that was created anew, so that it never finds customers of another one.
  const customer = await gateway.createCustomer(`user-${userId}-${Date.parse(ctx.clock.now())}`)
  await customers.add.run(ctx, { ...mine, customer })
  return (await customers.of.one(ctx, mine)).customer
}
