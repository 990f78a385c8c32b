import { MethodRejected, type NewMethod, type PaymentGateway } from '#adapters/payments/gateway.ts'
import type { StoredMethod } from '#adapters/payments/method.ts'
import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { formatBrand } from '#core/cards.ts'
import { mobileProviderNames } from '#core/mobile-money.ts'
import { createFieldProblem, ensure, invalidFields, notFound, type Problem } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { chooseGateway, findGateway, listGateways } from '../gateways.ts'
import { decryptPhone, encryptPhone } from '../phones.ts'
import { addStoredMethod, formatCard } from './add.ts'
import { getOrCreateCustomer, reportAway } from './customers.ts'
import { ensureRoom, limitTries } from './limits.ts'
import { checkMethod, hidePhone } from './method-check.ts'
import { presentMethod } from './present.ts'
import { customers, paymentMethods } from './queries.ts'
import type { NewPaymentMethod, PaymentMethod, PaymentMethodChange } from './schemas.ts'

const cardsUnavailable = createFieldProblem('type', 'Cards cannot be added here.')
const phonesUnavailable = createFieldProblem('type', 'Mobile money is not available here; add a card.')
const providerUnavailable = createFieldProblem(
  'provider',
  'This provider cannot be charged here, or not in the country of the number.',
)
export const unknownMethod = invalidFields({ payment_method_id: ['The selected payment method id is invalid.'] })
export const unconfirmedMethod = createFieldProblem(
  'payment_method_id',
  'Confirm this payment method at your bank first.',
)
export const unconfirmedDefault = createFieldProblem('is_default', 'Confirm this payment method at your bank first.')
export const goneMethod = createFieldProblem(
  'payment_method_id',
  'This payment method can no longer be charged here; add it again, or choose another one.',
)

export const listPaymentMethods = async (ctx: Context): Promise<PaymentMethod[]> =>
  (await paymentMethods.ofUser.all(ctx, { user_id: ctx.actor.id })).map(presentMethod)

/** The card number and cvv exist only in this call and in the call of the gateway. */
export async function addPaymentMethod(ctx: Context, input: NewPaymentMethod) {
  const method = checkMethod(input, ctx.clock.now())
  await limitTries(ctx)
  // Before the gateway stores another one.
  await ensureRoom(ctx)
  const gateway = chooseGateway(ctx, method)
  ensure(gateway !== null, explainRefusal(ctx, method))
  const stored = await storeAtGateway(ctx, gateway, method)

  const phone_secret = method.kind === 'mobile_money' ? await encryptPhone(ctx, ctx.actor.id, method.phone) : null

  return runInTransaction(ctx, async (tx) => {
    const payment_method = await addStoredMethod(tx, {
      ...describeMethod(input, method, stored),
      user_id: tx.actor.id,
      type: input.type,
      gateway: gateway.kind,
      stored,
      phone_secret,
      isWanted: input.is_default === true,
    })
    return { payment_method: presentMethod(payment_method) }
  })
}

function explainRefusal(ctx: Context, method: NewMethod): Problem {
  if (method.kind !== 'mobile_money') return cardsUnavailable
  return listGateways(ctx).some(({ offers }) => offers.providers.length > 0) ? providerUnavailable : phonesUnavailable
}

async function storeAtGateway(ctx: Context, gateway: PaymentGateway, method: NewMethod): Promise<StoredMethod> {
  try {
    const customer = await getOrCreateCustomer(ctx, gateway, ctx.actor.id)
    return await gateway.store(customer, method, `${ctx.config.frontendUrl}/payment-methods`)
  } catch (error) {
    if (error instanceof MethodRejected) throw createFieldProblem(error.field, error.sentence)
    return reportAway(ctx, gateway.kind, error)
  }
}

function describeMethod(input: NewPaymentMethod, method: NewMethod, stored: StoredMethod) {
  if (method.kind !== 'mobile_money') return { nickname: input.nickname || formatCard(stored) }
  const { provider } = method
  const phone = hidePhone(method.phone)
  return { provider, phone, nickname: input.nickname || `${mobileProviderNames[provider]} ${phone}` }
}

export function updatePaymentMethod(ctx: Context, id: number, change: PaymentMethodChange) {
  return runInTransaction(ctx, async (tx) => {
    const mine = { user_id: tx.actor.id, id }
    await paymentMethods.byId.one(tx, mine)
    if (change.nickname) await paymentMethods.rename.run(tx, { ...mine, nickname: change.nickname })
    if (change.is_default) {
      ensure((await paymentMethods.unconfirmed.maybe(tx, { id })) === null, unconfirmedDefault)
      await paymentMethods.noDefault.run(tx, mine)
      await paymentMethods.makeDefault.run(tx, mine)
    }
    return presentMethod(await paymentMethods.byId.one(tx, mine))
  })
}

/** The newest other method becomes the default when the default is deleted. */
export function deletePaymentMethod(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const user_id = tx.actor.id
    const removed = await paymentMethods.remove.maybe(tx, { user_id, id })
    if (removed === null) throw notFound
    const next = removed.is_default ? await paymentMethods.findNewest.maybe(tx, { user_id }) : null
    if (next !== null) await paymentMethods.makeDefault.run(tx, { user_id, id: next.id })
    const { phone_secret } = removed
    if (phone_secret !== null) await paymentMethods.forgetPhone.run(tx, { user_id, phone_secret })
    await addTask(tx, removeFromGateway, { gateway: removed.gateway, token: removed.token })
    await recordActivity(tx, 'payment_method_removed', { metadata: { payment_method_id: id } })
  })
}

/** A deleted method is removed at the gateway too. */
export const removeFromGateway = defineTask<{ gateway: string; token: string }>({
  kind: 'remove_from_gateway',
  maxAttempts: 60,
  async handle(ctx, { gateway, token }) {
    await findGateway(ctx, gateway)?.remove(token)
  },
})

/** What a charge needs of a payment method. */
export interface ChargeableMethod {
  id: number
  gateway: string
  token: string
  customer: string
  label: string
  country: string | null
  /** The number of mobile money, encrypted; null for other methods. */
  phone_secret: string | null
  /** Returns the amount, in minor units, of which a charge must be a multiple; null in a currency that it cannot pay. */
  getStep(currency: string): number | null
}

/** Returns a payment method of the user, or the default one; null without it, when its gateway is gone, or before it is confirmed. */
export async function findChargeableMethod(ctx: AnyContext, userId: number, id: number | null) {
  const wanted = id ?? (await paymentMethods.findDefault.maybe(ctx, { user_id: userId }))?.id
  if (wanted === undefined) return null
  const method = await paymentMethods.chargeable.maybe(ctx, { user_id: userId, id: wanted })
  return method === null || method.setup_id !== null ? null : toChargeable(ctx, userId, method)
}

/** Returns a payment method of the actor. Throws 422 when it is not theirs, is not confirmed, or its gateway is gone. */
export async function getChargeableMethod(ctx: AnyContext, id: number): Promise<ChargeableMethod> {
  const userId = ctx.actor.id
  const method = await paymentMethods.chargeable.maybe(ctx, { user_id: userId, id })
  ensure(method !== null, unknownMethod)
  ensure(method.setup_id === null, unconfirmedMethod)
  const chargeable = await toChargeable(ctx, userId, method)
  ensure(chargeable !== null, goneMethod)
  return chargeable
}

type StoredRow = Awaited<ReturnType<typeof paymentMethods.chargeable.one>>

async function toChargeable(ctx: AnyContext, userId: number, method: StoredRow): Promise<ChargeableMethod | null> {
  const { id, token, country, phone_secret } = method
  // It was encrypted with a former secret of the installation.
  if (phone_secret !== null && (await decryptPhone(ctx, userId, phone_secret)) === null) return null
  const gateway = ctx.payments.find(method.gateway)
  if (gateway === null) return null
  const { customer } = await customers.of.one(ctx, { user_id: userId, gateway: gateway.kind })
  const getStep = (currency: string) => gateway.getStep(currency, country)
  const label = createLabel(method)
  return { id, gateway: gateway.kind, token, customer, country, phone_secret, getStep, label }
}

interface MethodLabel {
  nickname: string
  brand: string | null
  last4: string | null
  provider: string | null
  phone: string | null
}

/** The name on invoices, without the nickname unless nothing else is known. */
const createLabel = ({ nickname, brand, last4, provider, phone }: MethodLabel) => {
  if (phone !== null) return `${mobileProviderNames[provider ?? ''] ?? ''} ${phone}`.trim()
  return last4 === null ? nickname : `${formatBrand(brand ?? 'card')} •••• ${last4}`
}
