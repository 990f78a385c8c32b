import { readPayment, readPromptResult, readResultCode, verifyCallback } from '#adapters/payments/daraja/callbacks.ts'
import { type Context, runInTransaction } from '#context.ts'
import { ensure, notFound } from '#core/problem.ts'
import { recordGatewayResult } from '#platform/gateway-store.ts'
import { addTask } from '#platform/tasks.ts'
import type { PurchaseType } from '../charges/charge.ts'
import { charges } from '../charges/queries.ts'
import { refundPart } from '../charges/refund.ts'
import { refunds } from '../charges/refund-queries.ts'
import { removeTry } from '../charges/request-refund.ts'
import { type PullTask, schedulePull } from './service.ts'

const gateway = 'daraja'

/** Returns what an address is about. 404 with a wrong secret, and where the gateway is not used. */
function readAddress(ctx: Context, purpose: 'prompt' | 'money' | 'result', secret: string): string {
  const key = ctx.payments.find(gateway) === null ? null : verifyCallback(ctx.config.appSecret, purpose, secret)
  ensure(key !== null, notFound)
  return key
}

export interface Callback {
  secret: string
  /** Of any shape: fields may be missing or unknown. */
  body: unknown
}

/** Settles a charge soon, and learns the id of a prompt whose answer was lost. The gateway is asked what became of it. */
export async function receivePromptResult(ctx: Context, purposes: readonly PurchaseType[], { secret, body }: Callback) {
  const key = readAddress(ctx, 'prompt', secret)
  const { checkout } = readPromptResult(body)
  await runInTransaction(ctx, async (tx) => {
    // Null for an earlier prompt.
    const found = await charges.byKey.maybe(tx, { gateway, key })
    if (found === null) return
    if (/^[\w-]{1,100}$/.test(checkout)) await charges.notePrompt.run(tx, { id: found.id, key, payment_id: checkout })
    const purpose = purposes.find(({ name }) => name === found.purpose)
    const task = { charge_id: found.id, heard: true }
    if (purpose) await addTask(tx, purpose.settle, task, { key: `charge ${found.id} heard` })
  })
}

/** Asks what arrived: the message itself is no proof. */
export async function receiveMoney(ctx: Context, task: PullTask, { secret }: Callback): Promise<void> {
  readAddress(ctx, 'money', secret)
  await schedulePull(ctx, task)
}

/** Codes with which a payment by a person is refused before it is made. */
interface Verdict {
  ResultCode: '0' | 'C2B00012' | 'C2B00013'
  ResultDesc: string
}

/** Returns whether a person may pay into an account: the one of an open payment, with its amount. */
export async function checkMoney(ctx: Context, { secret, body }: Callback): Promise<Verdict> {
  readAddress(ctx, 'money', secret)
  const { reference, amount } = readPayment(body)
  const charge = await charges.byAccount.maybe(ctx, { gateway, account_reference: reference })
  if (charge?.status !== 'pending') return { ResultCode: 'C2B00012', ResultDesc: 'Rejected' }
  return charge.amount === amount
    ? { ResultCode: '0', ResultDesc: 'Accepted' }
    : { ResultCode: 'C2B00013', ResultDesc: 'Rejected' }
}

/** Records the result of a refund, and has its task read it soon. */
export async function receiveRefundResult(ctx: Context, { secret, body }: Callback): Promise<void> {
  const key = readAddress(ctx, 'result', secret)
  const code = readResultCode(body)
  if (!/^\w{1,40}$/.test(code)) return
  await recordGatewayResult(ctx, gateway, key, code)
  await runInTransaction(ctx, async (tx) => {
    const refund = await refunds.byKey.maybe(tx, { key: removeTry(key) })
    if (refund !== null) await addTask(tx, refundPart, { refund_id: refund.id }, { key: `refund ${refund.id} result` })
  })
}
