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
const maxFormats = 500

/** Creating a format of `Intl` takes far longer than using it. */
function cached<F extends { format(value: number): string }>(
  key: string,
  create: () => F,
): { format(value: number): string } {
  const known = caches.get(key)
  if (known !== undefined) return known
  const format = create()
  if (caches.size >= maxFormats) caches.clear()
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

/** Formats a time in UTC with its seconds: `1 Dec 2026, 10:00:00 UTC`. */
export const formatTimestamp = (moment: string, wording: Localizer): string =>
  `${formatDate(moment, wording, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })} UTC`

/** Formats a calendar date or the date of a moment in UTC: `1 December 2026`. */
export const formatDay = (day: string, wording: Localizer): string =>
  formatDate(day, wording, { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a month, or a year alone: `Dec 2026` or `2026`. */
export const formatMonth = (month: string, wording: Localizer): string =>
  month.length === 4 ? month : formatDate(`${month}-01`, wording, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/**
 * Formats an amount in minor units with the currency code, because twenty currencies use `$`: `29.00 USD` or `−29.00 USD`. It is
 * isolated in lines from right to left (UAX #9), which would put the sign behind the number.
 */
export const formatMoney = (minor: number, currency: string, wording: Localizer): string =>
  isolateAmount(`${formatMinor(minor, currency, wording)} ${currency}`, wording)

/** Formats a range like `42,000 – 55,000 USD`, without fractions where all amounts are of whole units; one amount alone for two equal ones. */
export function formatMoneyRange(amounts: readonly number[], currency: string, wording: Localizer): string {
  const unit = 10 ** getExponent(currency)
  const digits = amounts.every((minor) => minor % unit === 0) ? 0 : getExponent(currency)
  const numbers = new Set(amounts.map((minor) => formatMinor(minor, currency, wording, digits)))
  return numbers.size === 0 ? '' : isolateAmount(`${[...numbers].join(' – ')} ${currency}`, wording)
}

/** Formats a number with the digits behind the point, none unless given: `1,200` or `0.35`. */
export function formatNumber(value: number, wording: Localizer, digits = 0): string {
  const tag = tagFor(wording, 'number')
  const create = () => new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return cached(`${tag} ${digits}`, create)
    .format(value)
    .replace(/^\u200e?-/, '\u2212')
}

const formatMinor = (minor: number, currency: string, wording: Localizer, digits = getExponent(currency)): string =>
  formatNumber(minor / 10 ** getExponent(currency), wording, digits)

const isolateAmount = (amount: string, { language }: Localizer): string =>
  isRightToLeft(language) ? `\u2066${amount}\u2069` : amount

/** Joins words: `a, b and c`. */
export const joinList = (words: readonly string[], { language, locale }: Localizer): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : locale, { type: 'conjunction' }).format(words)

/** Returns the name of a country (ISO 3166-1 alpha-2). */
export const formatCountry = (code: string, { locale }: Localizer): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
