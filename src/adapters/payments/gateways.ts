/** The payment gateways that the settings name, in their order. Each serves some payment methods. */

import { findCountryOfPhone } from '#core/countries.ts'
import type { Clock } from '#core/time.ts'
import type { NewMethod, Offers, PaymentGateway } from './gateway.ts'
import { createSandboxGateway } from './sandbox.ts'
import { createStripeGateway, type StripeSettings } from './stripe/gateway.ts'

export type GatewaySettings = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeSettings)

export interface PaymentGateways {
  readonly all: readonly PaymentGateway[]
  /** Returns the gateway with the name; null when it is not configured. */
  find(kind: string): PaymentGateway | null
}

/** `secret` signs the callbacks of the sandbox. */
export const createGateways = (settings: readonly GatewaySettings[], clock: Clock, secret: string): PaymentGateways =>
  joinGateways(
    settings.map((each) => (each.kind === 'stripe' ? createStripeGateway(each) : createSandboxGateway(clock, secret))),
  )

export const joinGateways = (all: readonly PaymentGateway[]): PaymentGateways => ({
  all,
  find: (kind) => all.find((gateway) => gateway.kind === kind) ?? null,
})

/** Returns whether a method is among what a gateway offers. */
export function isOffered({ card, providers }: Offers, method: NewMethod): boolean {
  if (method.kind !== 'mobile_money') return card !== null
  const country = findCountryOfPhone(method.phone)
  return providers.some(
    ({ provider, countries }) => provider === method.provider && country !== null && countries.includes(country),
  )
}
