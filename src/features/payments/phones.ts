/** Phone numbers of mobile money: encrypted where they are stored, and asked only so often. */

import { decryptSecret, encryptSecret } from '#adapters/secret-encryption.ts'
import type { AnyContext, Transaction } from '#context.ts'
import { createTooManyRequests } from '#core/problem.ts'
import type { Duration } from '#core/time.ts'
import { countUse } from '#platform/throttle.ts'

const getSubject = (userId: number) => `phone of user ${userId}`

export const encryptPhone = ({ config }: AnyContext, userId: number, phone: string): Promise<string> =>
  encryptSecret(config.appSecret, getSubject(userId), phone)

/** Returns the number; null when there is none, or when it was encrypted with another `APP_SECRET`. */
export const decryptPhone = ({ config }: AnyContext, userId: number, secret: string | null): Promise<string | null> =>
  secret === null ? Promise.resolve(null) : decryptSecret(config.appSecret, getSubject(userId), secret)

interface PromptLimit {
  scope: string
  limit: number
  window: Duration
}

/** A number may belong to a person who never asked for anything here. */
const limitsOfPhone: readonly PromptLimit[] = [
  { scope: 'prompts-hour', limit: 5, window: { hours: 1 } },
  { scope: 'prompts-day', limit: 15, window: { days: 1 } },
]
const limitsOfPerson: readonly PromptLimit[] = [
  { scope: 'prompts-person-hour', limit: 10, window: { hours: 1 } },
  { scope: 'prompts-person-day', limit: 30, window: { days: 1 } },
]

export interface Prompt {
  userId: number
  phone_secret: string | null
  /** Whether the person asks for it. A renewal is counted and never refused, because strangers could use the number up. */
  present: boolean
}

/** Counts a prompt that is about to be sent. Throws 429 when the number, or the person, has had too many. */
export async function limitPrompts(tx: Transaction, { userId, phone_secret, present }: Prompt): Promise<void> {
  const phone = await decryptPhone(tx, userId, phone_secret)
  if (phone === null) return
  const waits = [...(await countAll(tx, limitsOfPhone, phone)), ...(await countAll(tx, limitsOfPerson, String(userId)))]
  const wait = Math.max(...waits)
  if (present && wait > 0)
    throw createTooManyRequests('This phone was asked too often. Please try again later, or pay in another way.', wait)
}

/** Returns the seconds to wait for each limit; 0 within it. */
async function countAll(tx: Transaction, limits: readonly PromptLimit[], key: string): Promise<number[]> {
  const waits: number[] = []
  for (const { scope, ...limit } of limits) waits.push((await countUse(tx, scope, [key], limit)) ?? 0)
  return waits
}
