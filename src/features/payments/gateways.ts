import type { Context } from '#context.ts'

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
