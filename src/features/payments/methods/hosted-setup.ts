/** People add a card on a page of the payment gateway, so that its number reaches neither this service nor its pages. */

import { randomUUID } from 'node:crypto'
import type { PaymentGateway } from '#adapters/payments/gateway.ts'
import type { HostedPageOutcome, HostedSetup } from '#adapters/payments/method.ts'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, ensure, notFound } from '#core/problem.ts'
import { addDuration, type Duration, subtractDuration } from '#core/time.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { findGateway } from '../gateways.ts'
import { addStoredMethod, formatCard } from './add.ts'
import { gatewayAway, getOrCreateCustomer, reportAway } from './customers.ts'
import { ensureRoom, limitTries } from './limits.ts'
import type { MethodSetup, NewMethodSetup } from './schemas.ts'
import { methodSetups } from './setup-queries.ts'

/** A page on which nothing was added for this long is ended. */
const openFor: Duration = { hours: 1 }
/** After this long the gateway has not answered, so that no person has the address of the page. */
const begunWithin: Duration = { minutes: 5 }
/** How long it is known what became of a page. */
const keptFor: Duration = { days: 30 }

const pageUnavailable = createFieldProblem('type', 'Cards are not added on a page of the payment provider here.')

type Setup = Awaited<ReturnType<typeof methodSetups.byId.one>>

/** Returns the gateway on whose page cards are added; null without one. */
export const chooseHost = (ctx: Pick<Context, 'payments'>) =>
  ctx.payments.all.find(({ hostedSetup, offers }) => hostedSetup !== undefined && offers.card !== null) ?? null

/** Makes a page at the gateway. It is recorded first, so that it keeps a place in the list, and ends when its user does not come back. */
export async function beginMethodSetup(ctx: Context, input: NewMethodSetup): Promise<{ setup: MethodSetup }> {
  await limitTries(ctx)
  const gateway = chooseHost(ctx)
  ensure(gateway?.hostedSetup !== undefined, pageUnavailable)
  const added = await runInTransaction(ctx, async (tx) => {
    await ensureRoom(tx)
    const now = tx.clock.now()
    const { type, next = null, is_default = false } = input
    const setup = await methodSetups.add.one(tx, {
      ...{ type, next, is_default, now },
      user_id: tx.actor.id,
      gateway: gateway.kind,
      expires_at: addDuration(now, openFor),
    })
    await scheduleHostedCheck(tx, setup)
    return setup
  })
  const page = await openPage(ctx, gateway, gateway.hostedSetup, added).catch(async (error: unknown) => {
    await methodSetups.removeUnbegun.run(ctx, { id: added.id })
    return reportAway(ctx, gateway.kind, error)
  })
  const begun = await methodSetups.begin.maybe(ctx, { id: added.id, session_id: page.id, url: page.url })
  if (begun !== null) return { setup: begun }
  // The gateway took so long that the setup has ended, or its user has deleted the account meanwhile.
  await gateway.hostedSetup.end(page.id)
  throw gatewayAway
}

async function openPage(ctx: Context, gateway: PaymentGateway, host: HostedSetup, { id }: Setup) {
  const customer = await getOrCreateCustomer(ctx, gateway, ctx.actor.id)
  const { organizationName: organization, frontendUrl } = ctx.config
  const { email, name } = (await findUser(ctx, ctx.actor.id)) ?? { email: '', name: '' }
  // A person whom another one leads to the page sees whose account gets the card.
  const note = fill('The card is added to the account {account} at {organization}.', {
    account: email === '' ? name : hideAddress(email),
    organization,
  })
  return host.begin({
    key: `setup-${randomUUID()}`,
    customer,
    returnUrl: `${frontendUrl}/payment-methods/setups/${id}`,
    locale: ctx.wording.locale,
    note: translate(note, ctx.wording),
  })
}

/** Shows the first character of a mail address and what is behind its `@`. */
const hideAddress = (email: string) => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`

/** Asks the gateway what became of a page: rarely, because people come back by themselves. */
export const settleHostedSetup = defineTask<{ method_setup_id: number }>({
  kind: 'settle_method_setup',
  maxAttempts: 60,
  async handle(ctx, { method_setup_id: id }) {
    const setup = await methodSetups.findOpen.maybe(ctx, { id })
    if (setup !== null) await settlePage(ctx, setup, await findPageOutcome(ctx, setup))
  },
})

async function scheduleHostedCheck(tx: Transaction, { id, created_at }: Pick<Setup, 'id' | 'created_at'>) {
  const now = tx.clock.now()
  const age = (Date.parse(now) - Date.parse(created_at)) / 1_000
  const runAt = addDuration(now, { seconds: Math.min(Math.max(60, age / 2), 600) })
  await addTask(tx, settleHostedSetup, { method_setup_id: id }, { runAt, key: `method setup ${id}` })
}

/** Records once what became of a page. */
async function settlePage(ctx: Context, setup: Setup, outcome: HostedPageOutcome): Promise<void> {
  await runInTransaction(ctx, async (tx) => {
    const { id } = setup
    const now = tx.clock.now()
    if (outcome.status === 'open') return scheduleHostedCheck(tx, setup)
    const status = outcome.status === 'succeeded' ? 'succeeded' : 'expired'
    const isFirst = (await methodSetups.end.run(tx, { id, status, now })) > 0
    if (isFirst && outcome.status === 'succeeded') await addFromPage(tx, setup, outcome)
  })
}

async function findPageOutcome(
  ctx: Context,
  { gateway, session_id, created_at, expires_at }: Setup,
): Promise<HostedPageOutcome> {
  const now = ctx.clock.now()
  const ended: HostedPageOutcome = { status: 'ended' }
  if (session_id === null) return addDuration(created_at, begunWithin) <= now ? ended : { status: 'open' }
  const host = findGateway(ctx, gateway)?.hostedSetup
  if (host === undefined) return ended
  return expires_at <= now ? host.end(session_id) : host.find(session_id)
}

async function addFromPage(tx: Transaction, setup: Setup, { method }: Extract<HostedPageOutcome, { method: object }>) {
  const { id, user_id, type, gateway, is_default: isWanted } = setup
  const nickname = formatCard(method)
  const added = await addStoredMethod(tx, { user_id, type, gateway, stored: method, nickname, isWanted })
  await methodSetups.link.run(tx, { id, payment_method_id: added.id })
}

const presentSetup = ({ user_id: _, gateway: _gateway, session_id: _session, ...setup }: Setup): MethodSetup => setup

export async function getMethodSetup(ctx: Context, id: number): Promise<MethodSetup> {
  return presentSetup(await methodSetups.byId.one(ctx, { id, user_id: ctx.actor.id }))
}

/** Asks the gateway about a page of the actor, who comes back from it. */
export async function refreshMethodSetup(ctx: Context, id: number): Promise<MethodSetup> {
  const mine = { id, user_id: ctx.actor.id }
  const setup = await methodSetups.byId.maybe(ctx, mine)
  ensure(setup !== null, notFound)
  if (setup.status === 'open') {
    const outcome = await findPageOutcome(ctx, setup).catch((error) => reportAway(ctx, setup.gateway, error))
    await settlePage(ctx, setup, outcome)
  }
  return presentSetup(await methodSetups.byId.one(ctx, mine))
}

/** Ends the page of a deleted account. */
export const endHostedPage = defineTask<{ gateway: string; session_id: string }>({
  kind: 'end_hosted_page',
  maxAttempts: 60,
  async handle(ctx, { gateway, session_id }) {
    await findGateway(ctx, gateway)?.hostedSetup?.end(session_id)
  },
})

export const sweepMethodSetups = defineTask<Record<string, never>>({
  kind: 'sweep_method_setups',
  async handle(ctx) {
    await methodSetups.sweep.run(ctx, { until: subtractDuration(ctx.clock.now(), keptFor) })
  },
})
