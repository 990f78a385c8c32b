/** The payment gateways that the settings name, in their order. Each serves some payment methods. Only those are loaded. */

import type { Clock } from '#core/time.ts'
import type { DarajaSettings } from './daraja/gateway.ts'
import type { PaymentGateway } from './gateway.ts'
import type { PawapaySettings } from './pawapay/gateway.ts'
import type { GatewayStore } from './store.ts'
import type { StripeSettings } from './stripe/gateway.ts'

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

export async function createGateways(config: ServiceSettings, clock: Clock, store: GatewayStore) {
  const { appSecret, publicUrl } = config
  const create = async (settings: GatewaySettings): Promise<PaymentGateway> => {
    if (settings.kind === 'stripe') return (await import('./stripe/gateway.ts')).createStripeGateway(settings)
    if (settings.kind === 'sandbox') return (await import('./sandbox.ts')).createSandboxGateway(clock, appSecret)
    if (settings.kind === 'pawapay') {
      const { createPawapayGateway } = await import('./pawapay/gateway.ts')
      return createPawapayGateway(settings, `${publicUrl}/payments/webhooks/pawapay`)
    }
    const { createDarajaGateway } = await import('./daraja/gateway.ts')
    return createDarajaGateway(settings, { clock, store, publicUrl, appSecret })
  }
  return joinGateways(await Promise.all(config.payments.map(create)))
}

export const joinGateways = (all: readonly PaymentGateway[]): PaymentGateways => ({
  all,
  find: (kind) => all.find((gateway) => gateway.kind === kind) ?? null,
})
