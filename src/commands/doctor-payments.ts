/** The checks of the payment gateways. */

import { createGateways } from '#adapters/payments/gateways.ts'
import { createMemoryStore } from '#adapters/payments/store.ts'
import type { Config } from '#config.ts'
import { systemClock } from '#core/time.ts'
import { type Check, createPass, createWarning, type Outcome } from './doctor-outcome.ts'

/** The password of the initiator of M-Pesa ends by itself. */
const passwordDays = 90
const warnedDays = 14

export function createCredentialCheck({ payments }: Config): Check[] {
  const daraja = payments.find(({ kind }) => kind === 'daraja')
  if (daraja?.kind !== 'daraja') return []
  const advice =
    'Set the password of the initiator in the portal, then DARAJA_SECURITY_CREDENTIAL and DARAJA_CREDENTIAL_DATE.'
  const run = async () => {
    const age = (Date.now() - Date.parse(daraja.credentialDate)) / 86_400_000
    const left = Math.floor(passwordDays - age)
    if (left < 0) throw new Error(`the password of the initiator ended ${-left} days ago, so nothing can be refunded`)
    const text = `the password of the initiator is valid for ${left} more days`
    return left <= warnedDays ? createWarning(text, advice) : createPass(text)
  }
  return [{ name: 'M-Pesa', advice, run }]
}

export async function checkPayments(config: Config, registersCallbacks: boolean): Promise<Outcome> {
  const { payments, environment } = config
  const { all: gateways } = await createGateways(config, systemClock, createMemoryStore())
  if (registersCallbacks) for (const gateway of gateways) await gateway.registerCallbacks?.()
  for (const gateway of gateways)
    await gateway.check().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${gateway.kind}: ${reason}`, { cause: error })
    })
  for (const { kind, hostedSetup } of gateways) {
    const reason = await hostedSetup?.check().then(() => null, String)
    if (typeof reason === 'string')
      return createWarning(
        `${kind} knows this service, and makes no pages on which people add cards: ${reason}`,
        'Let the key write Checkout Sessions; until then only a frontend with a script of the provider takes cards.',
      )
  }
  const kinds = payments.map(({ kind }) => kind)
  if (!kinds.includes('sandbox'))
    return createPass(`${kinds.join(' and ')} know${kinds.length > 1 ? '' : 's'} this service`)
  return environment === 'production'
    ? createWarning('the sandbox, which takes no money', 'Set PAYMENT_GATEWAYS=stripe to be paid.')
    : createPass('the sandbox, which takes no money')
}
