/** Dates, times, numbers, amounts and lists as each language writes them. */

import { getExponent } from './currencies.ts'
import { isRightToLeft } from './languages.ts'
import type { Localizer } from './wording.ts'

/** The forms of English that all texts use: British dates, American amounts. */
const english = { date: 'en-GB', number: 'en-US' }

const tagFor = ({ language, locale }: Localizer, kind: keyof typeof english) =>
  // Western digits in all languages: ids, codes and addresses beside them have them too.
  language === 'en' ? english[kind] : `${locale}-u-nu-latn`

const caches = new Map<string, { format(value: number): string }>()
const mostFormats = 500

/** Creating a format of `Intl` takes far longer than using it. */
function cached<F extends { format(value: number): string }>(
  key: string,
  create: () => F,
): { format(value: number): string } {
  const known = caches.get(key)
  if (known !== undefined) return known
  const format = create()
  if (caches.size >= mostFormats) caches.clear()
  caches.set(key, format)
  return format
}

function formatDate(moment: string, wording: Localizer, options: Intl.DateTimeFormatOptions): string {
  const tag = tagFor(wording, 'date')
  const key = `${tag} ${JSON.stringify(options)}`
  return cached(key, () => new Intl.DateTimeFormat(tag, options)).format(Date.parse(moment))
}

/** Formats a time with its zone: `Tuesday, 1 December 2026 at 10:00 (Africa/Nairobi)`. */
export const formatDateTime = (moment: string, timezone: string, wording: Localizer): string =>
  `${formatDate(moment, wording, { dateStyle: 'full', timeStyle: 'short', timeZone: timezone })} (${timezone})`

/** Formats a time in UTC with its seconds: `1 Dec 2026, 10:00:00`. */
export const formatTimestamp = (moment: string, wording: Localizer): string =>
  formatDate(moment, wording, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** Formats a calendar date or the date of a moment in UTC: `1 December 2026`. */
export const formatDay = (day: string, wording: Localizer): string =>
  formatDate(day, wording, { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a month, or a year alone: `Dec 2026` or `2026`. */
export const formatMonth = (month: string, wording: Localizer): string =>
  month.length === 4 ? month : formatDate(`${month}-01`, wording, { month: 'short', year: 'numeric', timeZone: 'UTC' })

const getFractionDigits = (currency: string) => ({
  minimumFractionDigits: getExponent(currency),
  maximumFractionDigits: getExponent(currency),
})

/** Formats an amount like `$29.00` or `29,00 €`. */
export function formatMoney(minor: number, currency: string, wording: Localizer): string {
  const tag = tagFor(wording, 'number')
  const create = () => new Intl.NumberFormat(tag, { style: 'currency', currency, ...getFractionDigits(currency) })
  return cached(`${tag} ${currency}`, create).format(minor / 10 ** getExponent(currency))
}

/** Joins words: `a, b and c`. */
export const joinList = (words: readonly string[], { language, locale }: Localizer): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : locale, { type: 'conjunction' }).format(words)

/**
 * Formats an amount with the currency code, because twenty currencies use `$`: `29.00 USD` or `−29.00 USD`. It is
 * isolated in lines from right to left (UAX #9), which would put the sign behind the number.
 */
export function formatAmount(minor: number, currency: string, wording: Localizer): string {
  const tag = wording.language === 'en' ? 'en-GB' : tagFor(wording, 'number')
  const options = getFractionDigits(currency)
  const create = () => new Intl.NumberFormat(tag, options)
  const key = `${tag} amount ${options.maximumFractionDigits}`
  const number = cached(key, create).format(minor / 10 ** getExponent(currency))
  const amount = `${number.replace(/^\u200e?-/, '\u2212')} ${currency}`
  return isRightToLeft(wording.language) ? `\u2066${amount}\u2069` : amount
}

/** Returns the name of a country (ISO 3166-1 alpha-2). */
export const formatCountry = (code: string, { locale }: Localizer): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
