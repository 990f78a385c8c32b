/** VAT numbers of European countries: whether one has the form of its country. No register is asked. */

interface Form {
  /** What the numbers of the country begin with. */
  prefix: string
  pattern: RegExp
  example: string
}

const defineForm = (example: string, pattern: RegExp, prefix = example.slice(0, 2)): Form => ({
  prefix,
  pattern,
  example,
})

/** The members of the European Union: https://ec.europa.eu/taxation_customs/vies/#/faq, question 11. */
const union: Readonly<Record<string, Form>> = {
  AT: defineForm('ATU12345678', /^ATU\d{8}$/),
  BE: defineForm('BE0123456789', /^BE[01]\d{9}$/),
  BG: defineForm('BG123456789', /^BG\d{9,10}$/),
  CY: defineForm('CY12345678X', /^CY\d{8}[A-Z]$/),
  CZ: defineForm('CZ12345678', /^CZ\d{8,10}$/),
  DE: defineForm('DE123456789', /^DE\d{9}$/),
  DK: defineForm('DK12345678', /^DK\d{8}$/),
  EE: defineForm('EE123456789', /^EE\d{9}$/),
  ES: defineForm('ESX12345678', /^ES(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/),
  FI: defineForm('FI12345678', /^FI\d{8}$/),
  FR: defineForm('FR12345678901', /^FR[A-HJ-NP-Z\d]{2}\d{9}$/),
  GR: defineForm('EL123456789', /^EL\d{9}$/),
  HR: defineForm('HR12345678901', /^HR\d{11}$/),
  HU: defineForm('HU12345678', /^HU\d{8}$/),
  IE: defineForm('IE1234567WA', /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/),
  IT: defineForm('IT12345678901', /^IT\d{11}$/),
  LT: defineForm('LT123456789', /^LT(?:\d{9}|\d{12})$/),
  LU: defineForm('LU12345678', /^LU\d{8}$/),
  LV: defineForm('LV12345678901', /^LV\d{11}$/),
  MT: defineForm('MT12345678', /^MT\d{8}$/),
  NL: defineForm('NL123456789B01', /^NL\d{9}B\d{2}$/),
  PL: defineForm('PL1234567890', /^PL\d{10}$/),
  PT: defineForm('PT123456789', /^PT\d{9}$/),
  RO: defineForm('RO1234567890', /^RO\d{2,10}$/),
  SE: defineForm('SE123456789001', /^SE\d{10}01$/),
  SI: defineForm('SI12345678', /^SI\d{8}$/),
  SK: defineForm('SK1234567890', /^SK\d{10}$/),
}

const others: Readonly<Record<string, Form>> = {
  CH: defineForm('CHE123456789MWST', /^CHE\d{9}(?:MWST|TVA|IVA)?$/, 'CHE'),
  GB: defineForm('GB123456789', /^GB(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/),
  IS: defineForm('IS12345', /^IS\d{5,6}$/),
  NO: defineForm('NO123456789MVA', /^NO\d{9}MVA$/),
}

const forms: Readonly<Record<string, Form>> = { ...union, ...others }

/** Returns whether the country (ISO 3166-1 alpha-2) is a member of the European Union. */
export const isInEuropeanUnion = (country: string): boolean => Object.hasOwn(union, country)

/** Spaces, dots and the like are for readers. */
const normalize = (text: string): string => text.toUpperCase().replace(/[\s.\-/]/g, '')

/** Returns the VAT number of a country without spaces; null for what is none, such as another tax number. */
export function parseVatNumber(country: string, text: string): string | null {
  const number = normalize(text)
  return Object.hasOwn(forms, country) && forms[country]?.pattern.test(number) ? number : null
}

/** Returns the country of a VAT number; null for what is none. */
export const findCountryOfVatNumber = (text: string): string | null =>
  Object.keys(forms).find((country) => parseVatNumber(country, text) !== null) ?? null

/**
 * Returns an example of the form of a country, when the text begins like a VAT number of it and is none; null otherwise. People also
 * have other tax numbers, which begin in other ways.
 */
export function findVatNumberExample(country: string, text: string): string | null {
  const form = Object.hasOwn(forms, country) ? forms[country] : undefined
  if (form === undefined || parseVatNumber(country, text) !== null) return null
  const number = normalize(text)
  return number.startsWith(form.prefix) || number.startsWith(country) ? form.example : null
}
