/** The gateway that the configuration names. */

import type { Clock } from '#core/time.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'
import { type StripeSettings, stripeGateway } from './stripe.ts'

export type GatewaySettings = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeSettings)

/** `secret` signs the callbacks of the sandbox. */
export const openGateway = (settings: GatewaySettings, clock: Clock, secret: string): PaymentGateway =>
  settings.kind === 'stripe' ? stripeGateway(settings) : sandboxGateway(clock, secret)
