import type { AnyContext } from '#context.ts'
import { createPhoneExample, getCurrencyOfCountry } from '#core/countries.ts'
import { listGateways } from '../gateways.ts'
import { chooseHost } from './hosted-setup.ts'
import { mobileProviders, type PaymentMethodType } from './schemas.ts'

/** Returns what can be added at the configured gateways. A provider at several of them is stored at the first. */
export function listMethodTypes(ctx: AnyContext): PaymentMethodType[] {
  const offers = listGateways(ctx).map((gateway) => gateway.offers)
  const hosted_setup = chooseHost(ctx) !== null
  const card = offers.find((offer) => offer.card !== null)?.card
  const providers = mobileProviders.flatMap((provider) => {
    const places = offers.flatMap((offer) => offer.providers.filter((other) => other.provider === provider))
    const countries = [...new Set(places.flatMap((place) => place.countries))].sort()
    return countries.length === 0 ? [] : [presentProvider(provider, countries)]
  })
  return [
    ...(card ? [{ type: 'card' as const, providers: [], tokenize_with: card.tokenize_with, hosted_setup }] : []),
    ...(providers.length > 0
      ? [{ type: 'mobile_money' as const, providers, tokenize_with: null, hosted_setup: false }]
      : []),
  ]
}

function presentProvider<P extends string>(provider: P, countries: string[]) {
  const currencies = countries.flatMap((country) => getCurrencyOfCountry(country) ?? [])
  const [first = ''] = countries
  return { provider, countries, currencies: [...new Set(currencies)], phone_example: createPhoneExample(first) }
}
