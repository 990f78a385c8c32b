/** Creates the configured payment gateway. */

import type { Clock } from '#core/time.ts'
import type { PaymentGateway } from './gateway.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createStripeGateway, type StripeSettings } from './stripe.ts'

export type GatewaySettings = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeSettings)

/** `secret` signs the callbacks of the sandbox. */
export const createGateway = (settings: GatewaySettings, clock: Clock, secret: string): PaymentGateway =>
  settings.kind === 'stripe' ? createStripeGateway(settings) : createSandboxGateway(clock, secret)
