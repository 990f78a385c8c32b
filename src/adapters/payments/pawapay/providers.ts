/**
 * The providers of mobile money at pawaPay, https://docs.pawapay.io/v2/docs/providers: their codes, and whether an amount may have
 * decimals. Those that ask the customer for a code of USSD, or lead to a page, are left out.
 */

import { getExponent } from '#language/currencies.ts'
import type { MobileProvider } from '../gateway.ts'

interface Provider {
  /** Our name of it, as people choose it. */
  provider: string
  country: string
  /** The code at pawaPay. */
  code: string
  currency: string
  decimals: 0 | 2
}

const table = `
  mpesa KE MPESA_KEN KES 0, mpesa TZ VODACOM_TZA TZS 0, mpesa CD VODACOM_MPESA_COD CDF 2, mpesa MZ VODACOM_MOZ MZN 2,
  mpesa LS MPESA_LSO LSL 2, mpesa ET MPESA_ETH ETB 2,
  mtn BJ MTN_MOMO_BEN XOF 0, mtn CM MTN_MOMO_CMR XAF 0, mtn CI MTN_MOMO_CIV XOF 0, mtn CG MTN_MOMO_COG XAF 0,
  mtn GH MTN_MOMO_GHA GHS 2, mtn NG MTN_MOMO_NGA NGN 2, mtn RW MTN_MOMO_RWA RWF 0, mtn UG MTN_MOMO_UGA UGX 0, mtn ZM MTN_MOMO_ZMB ZMW 2,
  airtel CD AIRTEL_COD CDF 2, airtel CG AIRTEL_COG XAF 0, airtel GA AIRTEL_GAB XAF 0, airtel MW AIRTEL_MWI MWK 2, airtel NG AIRTEL_NGA NGN 0,
  airtel RW AIRTEL_RWA RWF 0, airtel TZ AIRTEL_TZA TZS 2, airtel UG AIRTEL_OAPI_UGA UGX 0, airtel ZM AIRTEL_OAPI_ZMB ZMW 2,
  tigo TZ TIGO_TZA TZS 0, tigo GH AIRTELTIGO_GHA GHS 2, tigo SN FREE_SEN XOF 0,
  vodafone GH VODAFONE_GHA GHS 2,
  orange CM ORANGE_CMR XAF 0, orange CI ORANGE_CIV XOF 0, orange CD ORANGE_COD CDF 2, orange SN ORANGE_SEN XOF 0, orange SL ORANGE_SLE SLE 2`

const providers: readonly Provider[] = table.split(',').map((line) => {
  const [provider = '', country = '', code = '', currency = '', decimals = ''] = line.trim().split(' ')
  return { provider, country, code, currency, decimals: decimals === '2' ? 2 : 0 }
})

/** What people can add, by our names of the providers. */
export const mobileProviders: readonly MobileProvider[] = [...new Set(providers.map(({ provider }) => provider))].map(
  (provider) => ({
    provider,
    countries: providers.filter((other) => other.provider === provider).map(({ country }) => country),
  }),
)

/** Returns the code at pawaPay; null when the provider cannot be charged in the country. */
export const findProviderCode = (provider: string, country: string): string | null =>
  providers.find((other) => other.provider === provider && other.country === country)?.code ?? null

/** Returns the country of a code, and the decimals that its amounts may have; null for an unknown code. */
export const findByCode = (code: string): Provider | null => providers.find((other) => other.code === code) ?? null

/**
 * Returns the amount, in minor units, of which all providers of the country, or of all countries, take multiples; null when none takes
 * the currency.
 */
export function getProviderStep(currency: string, country: string | null): number | null {
  const steps = providers
    .filter((each) => each.currency === currency && (country === null || each.country === country))
    .map(({ decimals }) => 10 ** Math.max(0, getExponent(currency) - decimals))
  return steps.length === 0 ? null : Math.max(...steps)
}

/** Returns an amount in minor units as pawaPay takes it: without decimals that are zero. */
export function formatProviderAmount(amount: number, currency: string): string {
  const exponent = getExponent(currency)
  const factor = 10 ** exponent
  return (amount / factor).toFixed(amount % factor === 0 ? 0 : exponent)
}
