import { isInPrivateNetwork } from '#adapters/public-web.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { type PageQuery, page } from '#core/page.ts'
import {
  collectErrors,
  createRuleViolation,
  createTooManyRequests,
  ensure,
  invalidFields,
  notFound,
  refuseInvalid,
} from '#core/problem.ts'
import { createRandomText } from '#core/random.ts'
import { ensureScopes } from '#core/scopes.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { ensureStepUp, mailNewCredential } from '#features/accounts/index.ts'
import { recordActivity } from '#features/activity/index.ts'
import { checkTypes, getLastChange, listScopes } from '#features/changes/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { defineTask } from '#platform/tasks.ts'
import { countUse } from '#platform/throttle.ts'
import { retriedFor } from './delivery.ts'
import { deliveries } from './delivery-queries.ts'
import { webhooks } from './queries.ts'
import type {
  CreatedWebhook,
  DeliveriesQuery,
  NewSecret,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
} from './schemas.ts'
import {
  createSigningSecret,
  decryptSigningSecret,
  encryptSigningSecret,
  presentPublicKey,
  presentSecret,
} from './signing.ts'

const maxWebhooks = 20
/** How long the former secret signs too, so that receivers can change theirs. */
const formerSecretSigns = { hours: 24 }
/** How long finished deliveries are kept. */
const keptFor = { days: 30 }

export const tooManyWebhooks = createRuleViolation(
  fill('You have {most} webhooks; delete one first.', { most: maxWebhooks }),
)
const invalidUrl = invalidFields({
  url: ['The url must be an address that begins with https, without a name and a password.'],
})
const privateUrl = invalidFields({ url: ['The url leads to a private network.'] })
export const disabledWebhook = createRuleViolation('The webhook is disabled. Please enable it first.')
/** Deliveries of one webhook that may wait when another one is asked for. */
const maxWaiting = 100
/** Test events and repeated deliveries that one person may ask for. */
const requestLimit = { limit: 200, window: { hours: 1 } } as const
export const tooManyWaiting = createRuleViolation(
  fill('{most} deliveries of the webhook are waiting already.', { most: maxWaiting }),
)
export const waitingDelivery = createRuleViolation('The delivery is waiting already.')

/** Throws 422 for an address that changes may not be sent to. */
async function checkUrl(ctx: Context, { url: address }: { url?: string }): Promise<void> {
  if (address === undefined) return
  const { allowPrivateAddresses } = ctx.config
  const url = URL.parse(address)
  const isSecure = url?.protocol === 'https:' || (allowPrivateAddresses && url?.protocol === 'http:')
  ensure(url !== null && isSecure && url.username === '' && url.password === '', invalidUrl)
  if (!allowPrivateAddresses) ensure(!(await isInPrivateNetwork(url)), privateUrl)
}

/** Throws 422 with all messages about the fields. */
export async function checkWebhook(ctx: Context, input: Partial<NewWebhook>): Promise<void> {
  refuseInvalid(
    await collectErrors(
      () => checkUrl(ctx, input),
      () => checkTypes(input.types ?? []),
    ),
  )
}

type Row = Awaited<ReturnType<typeof webhooks.add.one>>

async function presentWebhook(ctx: Context, userId: number, { secret, ...row }: Row): Promise<Webhook> {
  const opened = await decryptSigningSecret(ctx, userId, secret)
  return {
    ...row,
    disabled_because: row.disabled_because || null,
    public_key: opened === null ? '' : presentPublicKey(opened),
  }
}

export const listWebhooks = (ctx: Context, query: PageQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await webhooks.ofUser.page(ctx, { user_id: ctx.actor.id, ...slice })
    return { rows: await Promise.all(rows.map((row) => presentWebhook(ctx, ctx.actor.id, row))), total }
  })

/** Creates a webhook, to which changes are sent from now on. The secret is shown this once. */
export async function createWebhook(
  ctx: Context,
  { url, types = [], description = '' }: NewWebhook,
): Promise<CreatedWebhook> {
  await ensureStepUp(ctx)
  await checkWebhook(ctx, { url, types })
  const { id: user_id } = ctx.actor
  const signing = createSigningSecret()
  const secret = await encryptSigningSecret(ctx, user_id, signing)
  const cursor = await getLastChange(ctx)
  const row = await runInTransaction(ctx, async (tx) => {
    const { total } = await webhooks.count.one(tx, { user_id })
    ensure(total < maxWebhooks, tooManyWebhooks)
    const added = await webhooks.add.one(tx, { user_id, url, types, description, secret, cursor, now: tx.clock.now() })
    const { host } = new URL(url)
    const sentence = fill('A webhook of your account now sends what changes to {host}.', { host })
    await mailNewCredential(tx, await getUser(tx, user_id), 'A webhook was created', sentence)
    await recordActivity(tx, 'webhook_created', { metadata: { webhook_id: added.id, host } })
    return added
  })
  return { ...(await presentWebhook(ctx, user_id, row)), secret: presentSecret(signing) }
}

const getOwn = (ctx: Context | Transaction, id: number) => webhooks.own.one(ctx, { id, user_id: ctx.actor.id })

/** Changes a webhook. One that is enabled again begins with what comes next. */
export async function updateWebhook(ctx: Context, id: number, input: WebhookChanges): Promise<Webhook> {
  const known = await getOwn(ctx, id)
  await ensureStepUp(ctx)
  await checkWebhook(ctx, input)
  const cursor = await getLastChange(ctx)
  await runInTransaction(ctx, async (tx) => {
    const { url, types, description, enabled } = { ...(await getOwn(tx, id)), ...input }
    const now = tx.clock.now()
    await webhooks.change.run(tx, { id, user_id: tx.actor.id, url, types, description, enabled, now })
    if (enabled && !known.enabled) await webhooks.restart.run(tx, { id, cursor })
    if (!enabled) await deliveries.failPending.run(tx, { webhook_id: id, now })
    if (url !== known.url) await webhooks.forgetFailures.run(tx, { id })
    if (url !== known.url)
      await recordActivity(tx, 'webhook_changed', { metadata: { webhook_id: id, host: new URL(url).host } })
  })
  return presentWebhook(ctx, ctx.actor.id, await getOwn(ctx, id))
}

export const removeWebhook = (ctx: Context, id: number): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const removed = await webhooks.remove.maybe(tx, { id, user_id: tx.actor.id })
    ensure(removed !== null, notFound)
    await recordActivity(tx, 'webhook_ended', { metadata: { webhook_id: id, host: new URL(removed.url).host } })
  })

/** Replaces the secret. The former one signs too for a day. */
export async function rotateSecret(ctx: Context, id: number): Promise<NewSecret> {
  await getOwn(ctx, id)
  await ensureStepUp(ctx)
  const { id: user_id } = ctx.actor
  const signing = createSigningSecret()
  const secret = await encryptSigningSecret(ctx, user_id, signing)
  return runInTransaction(ctx, async (tx) => {
    const { secret: former_secret } = await getOwn(tx, id)
    const now = tx.clock.now()
    const former_until = addDuration(now, formerSecretSigns)
    await webhooks.setSecret.run(tx, { id, user_id, secret, former_secret, former_until, now })
    return { secret: presentSecret(signing), public_key: presentPublicKey(signing), former_until }
  })
}

type Delivery = Awaited<ReturnType<typeof deliveries.get.one>>

const presentDelivery = ({ due_at, payload, ...row }: Delivery): WebhookDelivery => ({
  ...row,
  payload: JSON.parse(payload),
  next_attempt_at: row.state === 'pending' ? due_at : null,
})

/** Lists what was sent, which names objects of any kind, whatever the types of the webhook are now. */
export async function listDeliveries(ctx: Context, id: number, { state, ...paging }: DeliveriesQuery) {
  await getOwn(ctx, id)
  ensureScopes(ctx.actor.scopes, listScopes(ctx.actor.role === 'admin'))
  return page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await deliveries.ofWebhook.page(ctx, { webhook_id: id, state, ...slice })
    return { rows: rows.map(presentDelivery), total }
  })
}

/** Throws 429 when the actor has asked for too many deliveries, or 422 when too many wait. */
async function limitRequests(tx: Transaction, webhookId: number): Promise<void> {
  const wait = await countUse(tx, 'webhook-requests', [String(tx.actor.id)], requestLimit)
  if (wait !== null) throw createTooManyRequests('Too many deliveries were asked for. Please try again later.', wait)
  const { total } = await deliveries.countPending.one(tx, { webhook_id: webhookId, most: maxWaiting })
  ensure(total < maxWaiting, tooManyWaiting)
}

/** Queues an event that says nothing, to try the address. */
export const sendTestEvent = (ctx: Context, id: number): Promise<WebhookDelivery> =>
  runInTransaction(ctx, async (tx) => {
    ensure((await getOwn(tx, id)).enabled, disabledWebhook)
    await limitRequests(tx, id)
    const now = tx.clock.now()
    const payload = JSON.stringify({ type: 'webhook.test', timestamp: now, data: { webhook_id: id } })
    const rows = [{ message_id: `msg_${createRandomText(16)}`, type: 'webhook.test', payload }]
    const give_up_at = addDuration(now, retriedFor)
    return presentDelivery(await deliveries.add.one(tx, { webhook_id: id, rows, now, give_up_at }))
  })

/** Sends a finished delivery again, with the same id. */
export const sendDeliveryAgain = (ctx: Context, id: number, deliveryId: number): Promise<WebhookDelivery> =>
  runInTransaction(ctx, async (tx) => {
    const { enabled } = await getOwn(tx, id)
    const { state } = await deliveries.get.one(tx, { id: deliveryId, webhook_id: id })
    ensure(enabled, disabledWebhook)
    ensure(state !== 'pending', waitingDelivery)
    await limitRequests(tx, id)
    const now = tx.clock.now()
    await deliveries.sendAgain.run(tx, { id: deliveryId, now, give_up_at: addDuration(now, retriedFor) })
    return presentDelivery(await deliveries.get.one(tx, { id: deliveryId, webhook_id: id }))
  })

/** Deletes old deliveries. */
export const sweepDeliveries = defineTask<Record<string, never>>({
  kind: 'sweep_webhook_deliveries',
  async handle(ctx) {
    const before = subtractDuration(ctx.clock.now(), keptFor)
    await deleteExpired((most) => deliveries.sweep.run(ctx, { before, most }))
  },
})
