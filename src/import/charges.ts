/** Payments that are over: what was paid for, how, and what came of it. */

import { Type } from 'typebox'
import { createUuid } from '#core/random.ts'
import { CalendarDate, DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import {
  createManualKey,
  formatCoursePurchase,
  formatExamPurchase,
  manualMethodNames,
} from '#features/payments/index.ts'
import { describeCardNumber } from './card-numbers.ts'
import { Amount, CurrencyCode, describeUnknownCurrency } from './money.ts'
import { type ImportRow, type ImportTable, Line, optional } from './table.ts'

const Text = (maxLength: number, description: string) => Type.String({ maxLength, line: true, description })
const objects = ['plan_id', 'course_id', 'exam_id'] as const
const manual = 'manual'

const describeCards = describeCardNumber('title', 'method_label', 'reference', 'failure', 'payment_id', 'key')

function describeInconsistent(row: ImportRow): string | null {
  if (objects.filter((name) => row[name]).length > 1)
    return 'The row can have one of "plan_id", "course_id" and "exam_id".'
  if (row.company_id && !row.plan_id) return 'The column "company_id" is for a payment with a "plan_id".'
  if (row.gateway === manual && !row.reference) return 'The column "reference" is missing for a payment by hand.'
  if (row.period_end && row.period_end < (row.period_start ?? row.created_at))
    return 'The column "period_end" must not be before the beginning of the period.'
  return null
}

/** Returns for what the payment was, as the payments of this service say it. */
function describePurchase(row: ImportRow) {
  const { plan_id, course_id, exam_id, user_id, company_id, title } = row
  const addPrefix = (format: (title: string) => string) => (title.startsWith(format('')) ? title : format(title))
  if (course_id) {
    const name = `course ${course_id} of ${user_id}`
    return {
      purpose: 'course',
      slot: name,
      covers: name,
      title: addPrefix(formatCoursePurchase),
      details: { course_id },
    }
  }
  if (exam_id) {
    const slot = `exam ${exam_id} of ${user_id}`
    return { purpose: 'exam', slot, covers: null, title: addPrefix(formatExamPurchase), details: { exam_id } }
  }
  if (!plan_id) return { purpose: 'other', slot: `other ${row.id}`, covers: null, title, details: {} }
  const details = {
    kind: row.kind ?? 'start',
    plan_id,
    subscription_id: row.subscription_id ?? null,
    version: null,
    payment_method_id: row.payment_method_id ?? null,
    value: row.value ?? row.amount,
    coupon_code: row.coupon_code ?? null,
    ...(company_id ? { company_id } : {}),
  }
  return { purpose: 'subscription', slot: `subscription of ${user_id}`, covers: null, title, details }
}

/** Returns how a payment by hand is known. */
const describeManual = ({ reference, received_on, created_at, method = 'other', method_label, key }: ImportRow) => ({
  key: key ?? createManualKey(method, reference),
  method_label: method_label ?? `${manualMethodNames[method as keyof typeof manualMethodNames]} ${reference}`,
  payment_id: manual,
  reference,
  received_on: received_on ?? created_at.slice(0, 10),
})

export const charges: ImportTable = {
  name: 'charges',
  description:
    'One payment that is over a line. Nothing is charged, granted or mailed for it, and a number of a card is never stored.',
  columns: {
    id: Id,
    user_id: Id,
    plan_id: optional(nullable(Type.String({ pattern: '^[a-z0-9_-]{1,50}$' }))),
    course_id: optional(nullable(Id)),
    exam_id: optional(nullable(Id)),
    company_id: optional(nullable(Id)),
    title: Line(300, 'What was paid for, as the invoice says it: the name of the plan, the course or the exam.'),
    amount: Amount,
    currency: CurrencyCode,
    status: optional(
      Type.Unsafe<string>({
        ...oneOf('succeeded', 'failed', 'refunded'),
        description: '`succeeded` unless given; `refunds` say what was returned of it, `refunded` that all was.',
      }),
    ),
    failure: optional(nullable(Text(500, 'Why it failed.'))),
    period_start: optional(DateTime),
    period_end: optional(DateTime),
    gateway: optional(
      Type.Unsafe<string>({
        ...oneOf('stripe', 'pawapay', 'daraja', 'sandbox', manual),
        description:
          'Where it can be refunded; `stripe` unless given, and `manual` for money that was received by hand.',
      }),
    ),
    payment_id: optional(
      nullable(Text(255, 'The id at the gateway, such as `pi_…`; without it nothing can be refunded here.')),
    ),
    key: optional(Type.String({ minLength: 1, maxLength: 200, description: 'The idempotency key at the gateway.' })),
    method_label: optional(Text(200, 'With what it was paid, like `Visa •••• 4242`.')),
    method_country: optional(nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
    method: optional(oneOf('cash', 'bank', 'mobile_money', 'other')),
    reference: optional(nullable(Text(100, 'The number on the receipt or statement of a payment by hand.'))),
    received_on: optional(nullable(CalendarDate)),
    coupon_code: optional(nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{1,50}$' }))),
    kind: optional(oneOf('start', 'change', 'renewal')),
    subscription_id: optional(nullable(Id)),
    payment_method_id: optional(nullable(Id)),
    value: optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000_000,
        description: 'The value of the period, with credit of the one before; the amount unless given.',
      }),
    ),
    created_at: DateTime,
    settled_at: optional(DateTime),
  },
  references: {
    user_id: 'users',
    plan_id: 'plans',
    course_id: 'courses',
    exam_id: 'exams',
    company_id: 'companies',
    subscription_id: 'subscriptions',
    payment_method_id: 'payment_methods',
  },
  unique: 'the same key, or has paid for the same course_id and user_id,',
  uniqueKeys: [{ columns: ['covers'], where: "status in ('pending', 'succeeded')" }, { columns: ['key'] }],
  stored: {
    id: 'integer',
    user_id: 'integer',
    purpose: 'text',
    slot: 'text',
    covers: 'text',
    amount: 'integer',
    currency: 'text',
    status: 'text',
    failure: 'text',
    title: 'text',
    period_start: 'timestamp',
    period_end: 'timestamp',
    details: 'json',
    gateway: 'text',
    key: 'text',
    customer: 'text',
    method_token: 'text',
    method_label: 'text',
    method_country: 'text',
    payment_id: 'text',
    reference: 'text',
    received_on: 'calendarDate',
    created_at: 'timestamp',
    settled_at: 'timestamp',
    refunded_amount: 'integer',
  },
  check: (row) => describeInconsistent(row) ?? describeUnknownCurrency(row) ?? describeCards(row),
  convert(row) {
    const status = row.status ?? 'succeeded'
    const gateway = row.gateway ?? 'stripe'
    const start = row.period_start ?? row.created_at
    return {
      ...row,
      status,
      failure: row.failure ?? (status === 'failed' ? 'The payment was declined. Use another payment method.' : null),
      period_start: start,
      period_end: row.period_end ?? start,
      gateway,
      // The token with which it was made is needed no more.
      customer: '',
      method_token: '',
      method_country: row.method_country ?? null,
      settled_at: row.settled_at ?? row.created_at,
      refunded_amount: status === 'refunded' ? row.amount : 0,
      ...describePurchase(row),
      ...(gateway === manual
        ? describeManual(row)
        : {
            key: row.key ?? createUuid(),
            method_label: row.method_label ?? '',
            payment_id: row.payment_id ?? null,
            reference: null,
            received_on: null,
          }),
    }
  },
}
