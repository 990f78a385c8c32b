/** Rules of payment cards: brands, check digits, security codes, expiry. */

import { fill, type Sentence } from '#language/sentence.ts'
import { loadLibrary } from './load-library.ts'

/** The library has eighteen modules, which wait for the first card. */
const loadRules = () => loadLibrary('card-validator') as typeof import('card-validator')

export interface CardInput {
  /** As typed, with or without spaces. */
  card_number: string
  expiry_month: number
  expiry_year: number
  cvv: string
}

/** The maximum number of years until a card expires. */
const maxYearsAhead = 50

export const normalizeCardNumber = (number: string) => number.replace(/[\s-]/g, '')

/** Returns the brand as one word, like `visa`; null for an unknown brand. */
export const detectBrand = (digits: string): string | null => loadRules().number(digits).card?.type ?? null

/** Returns the brand as written on the card, like `American Express`. */
export function formatBrand(brand: string): string {
  const known = loadRules().creditCardType.getTypeInfo(brand)
  return known?.niceType ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`
}

/** Checks the digits, the length and the check digit. */
const isCardNumber = (digits: string) => /^\d{12,19}$/.test(digits) && loadRules().number(digits).isValid

/** Numbers of cards have 14 to 19 digits today; fewer are found in many other numbers. */
const shortest = 14
const longest = 19

/** Returns whether the text has the number of a card of a known brand, in one piece or in groups of digits. */
export function hasCardNumber(text: string): boolean {
  const groups = [...text.matchAll(/\d+/g)].map(({ index, 0: digits }) => ({
    digits,
    index,
    end: index + digits.length,
  }))
  return groups.some((_, start) => {
    let number = ''
    for (const [offset, { digits, index }] of groups.slice(start, start + longest).entries()) {
      const before = groups[start + offset - 1]
      if (offset > 0 && before !== undefined && !/^[ -]$/.test(text.slice(before.end, index))) return false
      number += digits
      if (number.length > longest) return false
      if (number.length >= shortest && detectBrand(number) !== null && isCardNumber(number)) return true
    }
    return false
  })
}

/** Two digits mean the current century. */
export const parseYear = (year: number) => (year >= 0 && year < 100 ? 2000 + year : year)

/** Returns the messages for each invalid field; `now` is an ISO time. */
export function validateCard(card: CardInput, now: string): Record<string, Sentence[]> {
  const errors: Record<string, Sentence[]> = {}
  const digits = normalizeCardNumber(card.card_number)
  const rules = loadRules()
  const { card: brand } = rules.number(digits)
  if (!isCardNumber(digits)) errors.card_number = ['The card number is not valid.']
  const size = brand?.code.size ?? 3
  const isCode = brand === null ? /^\d{3,4}$/.test(card.cvv) : rules.cvv(card.cvv, size).isValid
  if (!isCode)
    errors.cvv = [
      brand === null ? 'The cvv must have 3 or 4 digits.' : fill('The cvv must have {size} digits.', { size }),
    ]
  return { ...errors, ...validateExpiry(card.expiry_month, parseYear(card.expiry_year), now) }
}

function validateExpiry(month: number, year: number, now: string): Record<string, Sentence[]> {
  const errors: Record<string, Sentence[]> = {}
  const present = new Date(now)
  const thisYear = present.getUTCFullYear()
  if (month < 1 || month > 12) errors.expiry_month = ['The expiry month must be from 1 to 12.']
  if (year > thisYear + maxYearsAhead) errors.expiry_year = ['The expiry year is too far ahead.']
  if (year < thisYear) errors.expiry_year = ['The card has expired.']
  // A card is valid until the end of its month, in UTC.
  else if (year === thisYear && month >= 1 && month <= present.getUTCMonth())
    errors.expiry_month = ['The card has expired.']
  return errors
}
