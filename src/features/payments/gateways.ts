import type { Context } from '#context.ts'

/**
 * Whether what a gateway holds can be reached: it must be the configured one. The sandbox, once it was left behind, holds
 * nothing. Throws for any other, so that the task that asks is tried again until that gateway is back, and is seen among
 * the dead tasks if it never is.
 */
export function isCurrentGateway({ payments }: Context, gateway: string): boolean {
  if (gateway === payments.kind) return true
  if (gateway === 'sandbox') return false
  throw new Error(`This belongs to the gateway ${gateway}, which is not configured.`)
}
