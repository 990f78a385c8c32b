/** Receipts of saves: what the service has of an attempt, in a form that it recognizes later. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Answers } from '#database/tables/exams.ts'
import { presentAnswers } from './answers.ts'
import type { Receipt } from './schemas.ts'

/** Returns JSON with sorted names (RFC 8785), which is the same wherever it is made. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${toCanonicalJson(item)}`).join(',')}}`
}

const computeMac = (secret: string, attemptId: number, { revision, saved_at, answers_sha256 }: Omit<Receipt, 'mac'>) =>
  createHmac('sha256', secret)
    .update(['exam receipt', attemptId, revision, saved_at, answers_sha256].join('\n'))
    .digest('base64url')

/** Returns the receipt for the answers of an attempt as they are saved. */
export function createReceipt(
  secret: string,
  attemptId: number,
  { answers, revision, saved_at }: { answers: Answers; revision: number; saved_at: string },
): Receipt {
  const answers_sha256 = createHash('sha256')
    .update(toCanonicalJson(presentAnswers(answers)))
    .digest('hex')
  const receipt = { revision, saved_at, answers_sha256 }
  return { ...receipt, mac: computeMac(secret, attemptId, receipt) }
}

/** Returns whether the service made the receipt, for this attempt. */
export function isGenuine(secret: string, attemptId: number, { mac, ...receipt }: Receipt): boolean {
  const [right, input] = [Buffer.from(computeMac(secret, attemptId, receipt)), Buffer.from(mac)]
  return right.length === input.length && timingSafeEqual(right, input)
}
