/**
 * The addresses to which Daraja sends results, and what is read of them. They have no signature, so each contains a secret, and what they
 * say is only a reason to ask. No word that Safaricom refuses in addresses is in them: M-Pesa, Safaricom, exe, cmd, SQL, query.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { readField, readItems } from '../json-client.ts'

export const forbiddenWords = /m-?pesa|safaricom|exe|cmd|sql|query/i

/** What a secret is for: the prompt of a charge, money that people send, or the result of a refund. */
type Purpose = 'prompt' | 'money' | 'result'

/** Hexadecimal, so that it contains no forbidden word. */
const createMac = (appSecret: string, purpose: Purpose, key: string) =>
  createHmac('sha256', appSecret).update(`callback ${purpose} ${key}`).digest('hex').slice(0, 40)

/** Returns the last part of an address: the key with its secret. */
export const signCallback = (appSecret: string, purpose: Purpose, key: string): string =>
  `${key}.${createMac(appSecret, purpose, key)}`

/** Returns the key of an address; null when the secret is wrong. */
export function verifyCallback(appSecret: string, purpose: Purpose, signed: string): string | null {
  const [key = '', mac = ''] = signed.split('.')
  const right = Buffer.from(createMac(appSecret, purpose, key))
  const input = Buffer.from(mac)
  return right.length === input.length && timingSafeEqual(right, input) ? key : null
}

/** Returns which prompt a result is about; empty when the body has another shape. */
export const readPromptResult = (body: unknown): { checkout: string } => ({
  checkout: readField(body, 'Body', 'stkCallback', 'CheckoutRequestID'),
})

/** Returns what a person who types the account number pays; the amount is in minor units. */
export const readPayment = (body: unknown): { reference: string; amount: number } => ({
  reference: readField(body, 'BillRefNumber').trim().toUpperCase(),
  amount: Math.round(Number(readField(body, 'TransAmount')) * 100),
})

/** Returns the code of the result of a refund. */
export const readResultCode = (body: unknown): string => readField(body, 'Result', 'ResultCode')

/** Returns the transactions of an answer of the Pull API, which nests them in two lists. */
export const readTransactions = (body: unknown): readonly unknown[] =>
  readItems(body, 'Response').flatMap((item) => (Array.isArray(item) ? item : [item]))
