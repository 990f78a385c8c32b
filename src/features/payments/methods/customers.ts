import type { PaymentGateway } from '#adapters/payments/gateway.ts'
import type { Context } from '#context.ts'
import { createUnavailable } from '#core/problem.ts'
import { customers } from './queries.ts'

export const gatewayAway = createUnavailable(
  'The payment provider cannot be reached at the moment. Please try again later.',
  5,
)

/** Logs why a gateway did not do what a person waits for. Its own message is not theirs: it may tell of the account of the operator. */
export function reportAway(ctx: Context, gateway: string, error: unknown): never {
  ctx.log.error({ err: error, gateway }, 'payment gateway failed')
  throw gatewayAway
}

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
