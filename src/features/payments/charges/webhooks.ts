import { InvalidSignature, type ReceivedEvent } from '#adapters/payments/gateway.ts'
import { type Context, runInTransaction } from '#context.ts'
import { createMalformedRequest, ensure, notFound } from '#core/problem.ts'
import { subtractDuration } from '#core/time.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import type { PurchaseType } from './charge.ts'
import { charges, gatewayEvents } from './queries.ts'
import { refundPart } from './refund.ts'
import { refunds } from './refund-queries.ts'

export const notFromGateway = createMalformedRequest(
  'The message was not signed by the payment gateway, or too long ago.',
)

/** Payment providers send their messages by either; both are the same, and each is an operation of the API with a name of its own. */
export const callbackMethods = [
  { method: 'POST', suffix: '' },
  { method: 'PUT', suffix: 'ByPut' },
] as const

/** An event with the name of its gateway. */
export type Message = Omit<ReceivedEvent, 'now'> & { gateway: string }

/**
 * Queues a task that asks the gateway for the current state, so that events may arrive repeatedly, late and in any
 * order.
 */
export async function receiveGatewayEvent(ctx: Context, purposes: readonly PurchaseType[], message: Message) {
  const found = ctx.payments.find(message.gateway)
  ensure(found !== null, notFound)
  const now = ctx.clock.now()
  const event = await found.parseEvent({ ...message, now }).catch(rejectEvent)
  if (event === null) return
  const gateway = found.kind
  await runInTransaction(ctx, async (tx) => {
    if ((await gatewayEvents.add.run(tx, { gateway, event: event.id, now })) === 0) return
    const charge = await charges.byKey.maybe(tx, { gateway, key: event.key })
    const purpose = purposes.find(({ name }) => name === charge?.purpose)
    if (charge && purpose) await addTask(tx, purpose.settle, { charge_id: charge.id, heard: true })
    if (charge && event.is_refund === true)
      for (const { id, status } of await refunds.ofCharge.all(tx, { charge_id: charge.id }))
        if (status !== 'failed') await addTask(tx, refundPart, { refund_id: id, heard: true })
  })
}

function rejectEvent(error: unknown): never {
  throw error instanceof InvalidSignature ? notFromGateway : error
}

/** Gateways repeat events for some days; signatures expire long before. */
export const sweepGatewayEvents = defineTask<Record<string, never>>({
  kind: 'sweep_gateway_events',
  async handle(ctx) {
    await gatewayEvents.sweep.run(ctx, { until: subtractDuration(ctx.clock.now(), { days: 30 }) })
  },
})
