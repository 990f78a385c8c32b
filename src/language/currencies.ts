/** The decimal places of currencies (ISO 4217). */

/**
 * The exponents of ISO 4217 that are not 2. `Intl` is not asked, because it follows CLDR, which leaves out the cents of some
 * currencies that have them.
 */
const exponents = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([exponent, codes]) => codes.split(' ').map((code) => [code, Number(exponent)] as const)),
)

/** Returns the number of fraction digits of a currency. */
export const getExponent = (currency: string): number => exponents.get(currency) ?? 2
