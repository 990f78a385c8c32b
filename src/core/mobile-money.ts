/** The providers of mobile money. */

/** The names under which people know the providers. */
export const mobileProviderNames: Readonly<Record<string, string>> = {
  mpesa: 'M-Pesa',
  mtn: 'MTN',
  airtel: 'Airtel',
  tigo: 'Tigo',
  vodafone: 'Vodafone',
  orange: 'Orange',
}
