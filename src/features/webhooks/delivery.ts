/** Sends queued deliveries, and decides what follows from the answers. */

import { sendToPublicUrl } from '#adapters/public-web.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { addDuration, type Duration } from '#core/time.ts'
import type { DisabledBecause } from '#database/tables/webhooks.ts'
import { findUser } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { writeMail } from '#platform/outbox.ts'
import { deliveries } from './delivery-queries.ts'
import { webhooks } from './queries.ts'
import { decryptSigningSecret, signMessage } from './signing.ts'

/** How long a delivery is tried, and how long a webhook may fail. */
export const retriedFor: Duration = { days: 3 }

/** The pauses after failed attempts; further ones are as long as the last. */
const pauses: readonly Duration[] = [
  { seconds: 5 },
  { seconds: 30 },
  { minutes: 2 },
  { minutes: 10 },
  { minutes: 30 },
  { hours: 1 },
  { hours: 3 },
  { hours: 6 },
]

/** After so many failures in a row, the webhook pauses as a whole. */
const failuresBeforePause = 5

const answerLimits = { timeLimitMs: 15_000, maxBytes: 1_000 }

export interface ReadyWebhook {
  id: number
  user_id: number
  url: string
  secret: string
  former_secret: string | null
  former_until: string | null
}

export interface ClaimedDelivery {
  id: number
  message_id: string
  payload: string
  attempts: number
  give_up_at: string
}

/** How an attempt went. */
interface Outcome {
  status_code: number | null
  answer: string
  /** Empty if it succeeded. */
  error: string
  duration_ms: number
}

interface Attempt {
  webhook: ReadyWebhook
  delivery: ClaimedDelivery
  /** Ends the request. Then nothing is stored, and the delivery is sent again when it is no longer claimed. */
  signal: AbortSignal
}

/** Sends a delivery once, and stores how it went. */
export async function sendDelivery(ctx: Context, { webhook, delivery, signal }: Attempt): Promise<void> {
  const outcome = await send(ctx, { webhook, delivery, signal })
  if (signal.aborted) return
  await runInTransaction(ctx, (tx) => storeOutcome(tx, webhook, delivery, outcome))
}

async function send(ctx: Context, { webhook, delivery, signal }: Attempt): Promise<Outcome> {
  const { message_id, payload } = delivery
  const started = performance.now()
  const finish = (outcome: Omit<Outcome, 'duration_ms'>): Outcome => ({
    ...outcome,
    duration_ms: Math.round(performance.now() - started),
  })
  try {
    const secrets = await decryptSecrets(ctx, webhook)
    const timestamp = Math.floor(Date.parse(ctx.clock.now()) / 1000)
    const { status, text } = await sendToPublicUrl(webhook.url, {
      headers: {
        'content-type': 'application/json',
        ...signMessage({ id: message_id, timestamp, payload }, secrets),
      },
      body: payload,
      allowPrivate: ctx.config.allowPrivateAddresses,
      signal,
      ...answerLimits,
    })
    const isAccepted = status >= 200 && status < 300
    // PostgreSQL stores no NUL.
    const answer = text.replaceAll('\0', '')
    return finish({ status_code: status, answer, error: isAccepted ? '' : `The answer was ${status}.` })
  } catch (error) {
    return finish({ status_code: null, answer: '', error: explainFailure(error) })
  }
}

/** The secret, and the former one for a day. */
async function decryptSecrets(ctx: Context, { user_id, secret, former_secret, former_until }: ReadyWebhook) {
  const isBoth = former_secret !== null && former_until !== null && former_until > ctx.clock.now()
  const opened = await Promise.all(
    [secret, ...(isBoth ? [former_secret] : [])].map((one) => decryptSigningSecret(ctx, user_id, one)),
  )
  const usable = opened.filter((one) => one !== null)
  if (usable.length === 0) throw new Error('The secret cannot be read; please create a new one.')
  return usable
}

const explanations: Record<string, string> = {
  ENOTFOUND: 'The host is not known.',
  EAI_AGAIN: 'The host could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer.',
  TimeoutError: 'There was no answer in 15 seconds.',
  ETIMEDOUT: 'There was no answer in 15 seconds.',
}

/** One sentence for the owner of the webhook, without addresses of this network. */
function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.'
  const { cause, message } = error
  const code = 'code' in error ? String(error.code) : ''
  const causeName = cause instanceof Error ? cause.name : ''
  if (message.includes('is not allowed')) return 'The address leads to a private network.'
  const known = explanations[code] ?? explanations[error.name] ?? explanations[causeName]
  if (known !== undefined) return known
  if (/CERT|TLS|SSL/i.test(code)) return `The certificate of the host is not valid (${code}).`
  return message.startsWith('The secret') ? message : 'The request failed.'
}

const pauseAfter = (attempts: number): Duration => pauses[Math.min(attempts, pauses.length) - 1] ?? { seconds: 5 }

async function storeOutcome(tx: Transaction, webhook: ReadyWebhook, delivery: ClaimedDelivery, outcome: Outcome) {
  const now = tx.clock.now()
  const attempt = { id: delivery.id, attempts: delivery.attempts, ...outcome }
  if (outcome.error === '') {
    await deliveries.finish.run(tx, { ...attempt, state: 'delivered', now })
    await webhooks.succeed.run(tx, { id: webhook.id, now })
    return
  }
  const next = addDuration(now, pauseAfter(delivery.attempts))
  const due_at = next < delivery.give_up_at ? next : delivery.give_up_at
  const isGivenUp = now >= delivery.give_up_at
  if (isGivenUp) await deliveries.finish.run(tx, { ...attempt, state: 'failed', now })
  else await deliveries.retry.run(tx, { ...attempt, due_at })
  await storeFailure(tx, webhook.id, { ...attempt, isGivenUp })
}

interface Failure extends Outcome {
  attempts: number
  isGivenUp: boolean
}

async function storeFailure(tx: Transaction, id: number, { status_code, error, attempts, isGivenUp }: Failure) {
  const now = tx.clock.now()
  const failed = await webhooks.fail.maybe(tx, { id, now })
  // Deleted or disabled meanwhile.
  if (failed === null) return
  const { failures } = failed
  if (status_code === 410) return disable(tx, { id, ...failed, because: 'gone', error })
  // No other delivery has succeeded while this one was tried.
  if (isGivenUp && failures >= attempts) return disable(tx, { id, ...failed, because: 'failing', error })
  if (failures >= failuresBeforePause)
    await webhooks.pause.run(tx, { id, until: addDuration(now, pauseAfter(failures - failuresBeforePause + 1)) })
}

interface DisabledWebhook {
  id: number
  user_id: number
  url: string
  because: DisabledBecause
  error: string
}

/** Disables the webhook and tells its owner. */
async function disable(tx: Transaction, { id, user_id, url, because, error }: DisabledWebhook): Promise<void> {
  const now = tx.clock.now()
  await webhooks.disable.run(tx, { id, because, now })
  await deliveries.failPending.run(tx, { webhook_id: id, now })
  const user = await findUser(tx, user_id)
  if (user === null || !user.email_verified) return
  const { host } = new URL(url)
  const reason: Sentence =
    because === 'gone'
      ? fill('Your webhook to {host} was disabled, because its address answered that it is gone (410).', { host })
      : fill('Your webhook to {host} was disabled, because it has failed for three days. The last error: {error}', {
          host,
          error,
        })
  await writeMail(tx, {
    to: user.email,
    locale: user.locale,
    subject: fill('Your webhook to {host} was disabled', { host }),
    heading: 'A webhook was disabled',
    paragraphs: [
      reason,
      'You can enable it again; it then begins with what comes next. What changed meanwhile is in the change feed for 90 days.',
    ],
  })
}
