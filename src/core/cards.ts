/** The rules of payment cards: brands, check digits, security codes, expiry. */

import cards from 'card-validator'

export interface CardInput {
  /** As it was typed, with or without spaces. */
  card_number: string
  expiry_month: number
  expiry_year: number
  cvv: string
}

/** How far ahead a card may expire. */
const maxYearsAhead = 50

export const normalizeCardNumber = (number: string) => number.replace(/[\s-]/g, '')

/** The brand as one word, like `visa`; null for one nobody knows. */
export const detectBrand = (digits: string): string | null => cards.number(digits).card?.type ?? null

/** The brand as it is written on the card, like `American Express`. */
export function formatBrand(brand: string): string {
  const known = cards.creditCardType.getTypeInfo(brand)
  return known?.niceType ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`
}

/** Whether digits, length and check digit are those of a card of its brand. */
const isCardNumber = (digits: string) => /^\d{12,19}$/.test(digits) && cards.number(digits).isValid

/** Two digits mean this century. */
export const expandYear = (year: number) => (year >= 0 && year < 100 ? 2000 + year : year)

/** What is wrong with a card, a list of sentences for each field; `now` is an ISO moment. */
export function validateCard(card: CardInput, now: string): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  const digits = normalizeCardNumber(card.card_number)
  const { card: brand } = cards.number(digits)
  if (!isCardNumber(digits)) errors.card_number = ['The card number is not valid.']
  const size = brand?.code.size ?? 3
  const isCode = brand === null ? /^\d{3,4}$/.test(card.cvv) : cards.cvv(card.cvv, size).isValid
  if (!isCode) errors.cvv = [`The cvv must have ${brand === null ? '3 or 4' : size} digits.`]
  return { ...errors, ...validateExpiry(card.expiry_month, expandYear(card.expiry_year), now) }
}

function validateExpiry(month: number, year: number, now: string): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  const present = new Date(now)
  const thisYear = present.getUTCFullYear()
  if (month < 1 || month > 12) errors.expiry_month = ['The expiry month must be from 1 to 12.']
  if (year > thisYear + maxYearsAhead) errors.expiry_year = ['The expiry year is too far ahead.']
  if (year < thisYear) errors.expiry_year = ['The card has expired.']
  // A card is good until its month ends, wherever its holder lives; UTC decides here.
  else if (year === thisYear && month >= 1 && month <= present.getUTCMonth())
    errors.expiry_month = ['The card has expired.']
  return errors
}
