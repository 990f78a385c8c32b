import type { NewMethod, PaymentGateway } from '#adapters/payments/gateway.ts'
import type { AnyContext } from '#context.ts'

/** Returns the gateways that can be charged through. */
export const listGateways = ({ payments }: AnyContext): readonly PaymentGateway[] => payments.all

/** Returns the gateway at which a new payment method is stored; null when none serves it. */
export const chooseGateway = ({ payments }: AnyContext, method: NewMethod): PaymentGateway | null =>
  payments.all.find((gateway) => gateway.serves(method)) ?? null

/** The gateway of payments that administrators record: they take and return the money themselves. */
export const manualGateway = 'manual'

/**
 * Returns the gateway that has the data of a charge or payment method, to change them. Null for a former sandbox and for
 * payments by hand, which have no data. Throws for other gateways, so that the task is retried until that gateway is configured again, or is dead and visible
 * in the metrics.
 */
export function findGateway({ payments }: AnyContext, kind: string): PaymentGateway | null {
  const gateway = payments.find(kind)
  if (gateway === null && kind !== 'sandbox' && kind !== manualGateway)
    throw new Error(`This belongs to the gateway ${kind}, which is not configured.`)
  return gateway
}
