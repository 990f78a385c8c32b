import type { PaymentGateway } from '#adapters/payments/gateway.ts'
import type { AnyContext, Context } from '#context.ts'

/** Returns the gateways that can be charged through. */
export const listGateways = ({ payments }: AnyContext): readonly PaymentGateway[] => [payments]

/**
 * Returns whether the data of a gateway can be changed: it must be the configured one. A former sandbox has no data.
 * Throws for other gateways, so that the task is retried until that gateway is configured again, or is dead and visible
 * in the metrics.
 */
export function isCurrentGateway({ payments }: Context, gateway: string): boolean {
  if (gateway === payments.kind) return true
  if (gateway === 'sandbox') return false
  throw new Error(`This belongs to the gateway ${gateway}, which is not configured.`)
}
