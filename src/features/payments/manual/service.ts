import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { isAmount, isCurrency, toMinorUnits } from '#core/money.ts'
import { toDate } from '#core/periods.ts'
import { createFieldProblem, createRuleViolation, ensure, invalidFields, refuseInvalid } from '#core/problem.ts'
import { hashToken } from '#core/random.ts'
import { findUser } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { recordFigure } from '#platform/figures.ts'
import { showPayment } from '../administration/service.ts'
import { getCurrentPeriod, type PurchaseType } from '../charges/charge.ts'
import { charges } from '../charges/queries.ts'
import type { Charge } from '../charges/record.ts'
import { manualGateway } from '../gateways.ts'
import { issueInvoice } from '../invoices/service.ts'
import type { ManualMethod, NewManualPayment, Purchased } from './schemas.ts'

export const unknownPayer = invalidFields({ user_id: ['The selected user id is invalid.'] })
export const referenceTaken = createFieldProblem('reference', 'There is a payment with this reference already.')
export const notGranted = createRuleViolation('This person cannot be given this any more; nothing was recorded.')

/** The names of methods on invoices, as the operator writes them. */
export const manualMethodNames: Record<ManualMethod, string> = {
  cash: 'Cash',
  bank: 'Bank transfer',
  mobile_money: 'Mobile money',
  other: 'Other',
}

/** Returns the key of a payment by hand. Other than the reference, it stays when the account is deleted. */
export const createManualKey = (method: ManualMethod, reference: string): string =>
  `manual-${hashToken(`${method} ${reference.toLowerCase()}`)}`

interface ReceivedMoney {
  amount: number
  currency: string
  method: ManualMethod
  reference: string
  received_on: string
}

/** Throws 422 for an amount, currency or day that cannot be. */
export function checkReceivedMoney(
  ctx: Context,
  { amount, currency, received_on }: Partial<Pick<ReceivedMoney, 'amount' | 'currency' | 'received_on'>>,
): void {
  const known = currency === undefined || isCurrency(currency)
  const isWrong =
    known && amount !== undefined && currency !== undefined && (!isAmount(amount, currency) || amount === 0)
  const isAhead = received_on !== undefined && received_on > toDate(ctx.clock.now())
  refuseInvalid({
    ...(known ? {} : { currency: ['The currency is unknown.'] }),
    ...(isWrong
      ? { amount: ['The amount must be more than 0, with no more decimal places than its currency has.'] }
      : {}),
    ...(isAhead ? { received_on: ['The day must not be in the future.'] } : {}),
  })
}

/** Records money that an administrator received, and grants what it pays for, with an invoice. */
export async function recordManualPayment(ctx: Context, purposes: readonly PurchaseType[], input: NewManualPayment) {
  checkReceivedMoney(ctx, input)
  const { user_id, currency, reason: _, ...rest } = input
  const amount = toMinorUnits(input.amount, currency)
  const { id } = await runInTransaction(ctx, (tx) =>
    grantReceived(tx, purposes, { ...rest, userId: user_id, amount, currency }),
  )
  return showPayment(ctx, id)
}

/** Grants what money in minor units pays for, once for each reference of a method, and records it in the audit log. */
export async function grantReceived(
  tx: Transaction,
  purposes: readonly PurchaseType[],
  received: ReceivedMoney & { userId: number; for: Purchased },
): Promise<Charge> {
  const { userId, amount, currency, method, reference, received_on } = received
  const companyId = received.for.company_id ?? null
  ensure((await findUser(tx, userId)) !== null, unknownPayer)
  const { purpose, id } = choosePurpose(purposes, received.for)
  const key = createManualKey(method, reference)
  ensure((await charges.byKey.maybe(tx, { gateway: manualGateway, key })) === null, referenceTaken)
  const {
    slot,
    covers = null,
    title,
    period,
    details,
  } = await purpose.manual.describe(tx, { userId, id, companyId, amount, currency })
  const { start, end } = period ?? getCurrentPeriod(tx)
  const now = tx.clock.now()
  const row = { user_id: userId, purpose: purpose.name, slot, covers, amount, currency, title, details, now }
  const begun = await charges.addManual.one(tx, {
    ...row,
    period_start: start,
    period_end: end,
    gateway: manualGateway,
    key,
    customer: '',
    method_token: '',
    method_label: `${manualMethodNames[method]} ${reference}`,
    present: false,
    reference,
    received_on,
  })
  const charge = await charges.succeed.one(tx, { id: begun.id, payment_id: manualGateway, now })
  const granted = await purpose.onSucceeded(tx, charge)
  ensure(granted !== null, notGranted)
  await recordFigure(tx, `payments.${manualGateway}.succeeded`)
  await issueInvoice(tx, { ...charge, received_on }, granted)
  describeAuditEvent(tx, {
    object: { kind: 'payment', id: charge.id },
    userId,
    before: null,
    after: { amount, currency, method, reference, received_on, for: received.for },
  })
  return charge
}

function choosePurpose(purposes: readonly PurchaseType[], purchased: Purchased) {
  for (const purpose of purposes) {
    const { manual } = purpose
    const id = manual && purchased[manual.field]
    if (manual !== undefined && id !== undefined) return { purpose: { ...purpose, manual }, id }
  }
  throw invalidFields({ for: ['Name one plan, course or exam.'] })
}
