import type { NewMethod } from '#adapters/payments/gateway.ts'
import type { Context } from '#context.ts'
import { normalizeCardNumber, parseYear, validateCard } from '#core/cards.ts'
import { invalidFields } from '#core/problem.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import type { NewPaymentMethod } from './schemas.ts'

type Errors = Record<string, Sentence[]>

const requiredField = (field: string) => [fill('The {field} field is required.', { field: { field } })]

function findMissingFields(input: NewPaymentMethod, fields: readonly (keyof NewPaymentMethod)[]): Errors {
  const isMissing = (field: keyof NewPaymentMethod) => (input[field] ?? '') === ''
  return Object.fromEntries(fields.filter(isMissing).map((field) => [field, requiredField(field)]))
}

/** Returns the method for the gateway. Throws 422 with all messages. */
export function checkMethod(input: NewPaymentMethod, now: string): NewMethod {
  const { method, errors } = input.type === 'card' ? readCard(input, now) : readMobileMoney(input)
  if (method === null || Object.keys(errors).length > 0) throw invalidFields(errors)
  return method
}

/** Checks a method of which some fields may be invalid. */
export function checkMethodFields(ctx: Context, { type, ...input }: Partial<NewPaymentMethod>): void {
  if (type !== undefined) checkMethod({ type, ...input }, ctx.clock.now())
}

function readCard(input: NewPaymentMethod, now: string): { method: NewMethod | null; errors: Errors } {
  if (input.token) return { method: { kind: 'token', token: input.token }, errors: {} }
  const absent = findMissingFields(input, ['card_number', 'expiry_month', 'expiry_year', 'cvv'])
  const { card_number, expiry_month, expiry_year, cvv } = input
  const card = {
    number: normalizeCardNumber(card_number ?? ''),
    expiry_month: expiry_month ?? 0,
    expiry_year: parseYear(expiry_year ?? 0),
    cvv: (cvv ?? '').trim(),
  }
  const wrong = validateCard({ ...card, card_number: card.number }, now)
  // Missing fields are reported as missing; a month is only checked together with its year.
  if (absent.expiry_year) delete wrong.expiry_month
  return { method: { kind: 'card', card }, errors: { ...wrong, ...absent } }
}

function readMobileMoney(input: NewPaymentMethod): { method: NewMethod | null; errors: Errors } {
  const { provider, phone } = input
  if (!provider || !phone) return { method: null, errors: findMissingFields(input, ['provider', 'phone']) }
  return { method: { kind: 'mobile_money', provider, phone }, errors: {} }
}

/** Shows the first five characters and the last four digits. */
export const hidePhone = (phone: string) => `${phone.slice(0, Math.min(5, phone.length - 6))}••••${phone.slice(-4)}`
