/** The payment gateways that the settings name, in their order. Each serves some payment methods. */

import type { Clock } from '#core/time.ts'
import { createDarajaGateway, type DarajaSettings } from './daraja/gateway.ts'
import type { PaymentGateway } from './gateway.ts'
import { createPawapayGateway, type PawapaySettings } from './pawapay/gateway.ts'
import { createSandboxGateway } from './sandbox.ts'
import type { GatewayStore } from './store.ts'
import { createStripeGateway, type StripeSettings } from './stripe/gateway.ts'

export type GatewaySettings =
  | { kind: 'sandbox' }
  | ({ kind: 'stripe' } & StripeSettings)
  | ({ kind: 'pawapay' } & PawapaySettings)
  | ({ kind: 'daraja' } & DarajaSettings)

export interface PaymentGateways {
  readonly all: readonly PaymentGateway[]
  /** Returns the gateway with the name; null when it is not configured. */
  find(kind: string): PaymentGateway | null
}

/** What the gateways need of the service. */
interface ServiceSettings {
  payments: readonly GatewaySettings[]
  /** It signs the callbacks of the sandbox. */
  appSecret: string
  /** What the addresses of callbacks begin with. */
  publicUrl: string
}

export const createGateways = (
  { payments, appSecret, publicUrl }: ServiceSettings,
  clock: Clock,
  store: GatewayStore,
): PaymentGateways =>
  joinGateways(
    payments.map((settings) => {
      if (settings.kind === 'stripe') return createStripeGateway(settings)
      if (settings.kind === 'pawapay') return createPawapayGateway(settings, `${publicUrl}/payments/webhooks/pawapay`)
      if (settings.kind === 'daraja') return createDarajaGateway(settings, { clock, store, publicUrl, appSecret })
      return createSandboxGateway(clock, appSecret)
    }),
  )

export const joinGateways = (all: readonly PaymentGateway[]): PaymentGateways => ({
  all,
  find: (kind) => all.find((gateway) => gateway.kind === kind) ?? null,
})
