/** The Pull API: what arrived at the shortcode in the last 48 hours, with or without a prompt. */

import { addDuration, subtractDuration } from '#core/time.ts'
import type { ReceivedMoney } from '../gateway.ts'
import { readField } from '../json-client.ts'
import type { Period } from '../statement.ts'
import { readTransactions } from './callbacks.ts'
import type { Post } from './client.ts'
import { formatKenyanTime, parseKenyanTime } from './kenyan-time.ts'

/** How far back the API looks. */
const horizon = { hours: 48 }
/** Far more than a shortcode receives in two days; beyond it the answer is not taken for complete. */
const maxPages = 200

/** Returns what arrived between two times, at most of the last 48 hours. Rejects when the answer is not complete. */
export async function listTransactions(post: Post, shortcode: string, { from, to }: Period): Promise<ReceivedMoney[]> {
  const earliest = subtractDuration(to, horizon)
  const start = formatKenyanTime(from < earliest ? earliest : from)
  // Transactions of this second may still arrive.
  const end = formatKenyanTime(addDuration(to, { seconds: 1 }))
  const found: ReceivedMoney[] = []
  for (let page = 0; page < maxPages; page++) {
    const request = { ShortCode: shortcode, StartDate: start, EndDate: end, OffSetValue: String(found.length) }
    const { status, body } = await post('/pulltransactions/v1/query', request)
    if (status !== 200)
      throw new Error(`Daraja listed no transactions: ${status} ${readField(body, 'errorCode')}`.trim())
    const rows = readTransactions(body)
    found.push(...rows.map((row) => toReceivedMoney(row, to)))
    if (rows.length === 0) return found.filter(isWhole)
  }
  throw new Error('Daraja listed more transactions than can be read.')
}

/** The number of the payer is masked by Safaricom and not read. */
const toReceivedMoney = (row: unknown, now: string): ReceivedMoney => ({
  receipt: readField(row, 'transactionId'),
  account_reference: readField(row, 'billreference').trim().toUpperCase(),
  amount: Math.round(Number(readField(row, 'amount')) * 100),
  currency: 'KES',
  received_at: parseKenyanTime(readField(row, 'trxDate')) ?? now,
})

/** Without a receipt or an amount there is nothing to record. */
const isWhole = ({ receipt, amount }: ReceivedMoney) => receipt !== '' && amount > 0
