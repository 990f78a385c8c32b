/** Payments that are over: what was paid for, how, and what came of it. */

import { Type } from 'typebox'
import { createUuid } from '#core/random.ts'
import { CalendarDate, DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { chargeRecord } from '#features/payments/charges/record.ts'
import {
  createManualKey,
  formatCoursePurchase,
  formatExamPurchase,
  manualMethodNames,
} from '#features/payments/index.ts'
import { describeCardNumber } from './card-numbers.ts'
import { importOf } from './import-of.ts'
import { Amount, CurrencyCode, describeUnknownCurrency, MinorUnits } from './money.ts'
import { type ImportRow, Line, optional } from './table.ts'

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
const describeManual = ({ reference, received_on, created_at, method, method_label, key }: ImportRow) => ({
  key: key ?? createManualKey(method ?? 'other', reference),
  method_label:
    method_label ?? `${manualMethodNames[(method ?? 'other') as keyof typeof manualMethodNames]} ${reference}`,
  payment_id: manual,
  received_on: received_on ?? created_at.slice(0, 10),
})

export const charges = importOf(chargeRecord, {
  description:
    'One payment that is over a line. Nothing is charged, granted or mailed for it, and a number of a card is never stored.',
  extra: {
    plan_id: nullable(Type.String({ pattern: '^[a-z0-9_-]{1,50}$' })),
    course_id: nullable(Id),
    exam_id: nullable(Id),
    company_id: nullable(Id),
    title: Line(300, 'What was paid for, as the invoice says it: the name of the plan, the course or the exam.'),
    amount: Amount,
    currency: CurrencyCode,
    status: Type.Unsafe<string>({
      ...oneOf('succeeded', 'failed', 'refunded'),
      description: '`succeeded` unless given; `refunds` say what was returned of it, `refunded` that all was.',
    }),
    failure: nullable(Text(500, 'Why it failed.')),
    gateway: Type.Unsafe<string>({
      ...oneOf('stripe', 'pawapay', 'daraja', 'sandbox', manual),
      description: 'Where it can be refunded; `stripe` unless given, and `manual` for money that was received by hand.',
    }),
    payment_id: nullable(Text(255, 'The id at the gateway, such as `pi_…`; without it nothing can be refunded here.')),
    key: optional(Type.String({ minLength: 1, maxLength: 200, description: 'The idempotency key at the gateway.' })),
    method_label: optional(Text(200, 'With what it was paid, like `Visa •••• 4242`.')),
    method_country: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
    method: optional(oneOf('cash', 'bank', 'mobile_money', 'other')),
    reference: nullable(Text(100, 'The number on the receipt or statement of a payment by hand.')),
    received_on: nullable(CalendarDate),
    coupon_code: nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{1,50}$' })),
    kind: optional(oneOf('start', 'change', 'renewal')),
    subscription_id: nullable(Id),
    payment_method_id: nullable(Id),
    value: optional(
      Type.Integer({
        ...MinorUnits,
        description: 'The value of the period, with credit of the one before; the amount unless given.',
      }),
    ),
    created_at: DateTime,
    settled_at: DateTime,
  },
  defaults: {
    ...{ status: 'succeeded', gateway: 'stripe' },
    period_start: ({ created_at }) => created_at,
    period_end: ({ period_start, created_at }) => period_start ?? created_at,
    settled_at: ({ created_at }) => created_at,
  },
  computed: ['purpose', 'slot', 'covers', 'details', 'customer', 'method_token', 'refunded_amount'],
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
  check: (row) => describeInconsistent(row) ?? describeUnknownCurrency(row) ?? describeCards(row),
  convert: (row) => ({
    failure: row.failure ?? (row.status === 'failed' ? 'The payment was declined. Use another payment method.' : null),
    // The token with which it was made is needed no more.
    customer: '',
    method_token: '',
    refunded_amount: row.status === 'refunded' ? row.amount : 0,
    ...describePurchase(row),
    ...(row.gateway === manual
      ? describeManual(row)
      : {
          key: row.key ?? createUuid(),
          method_label: row.method_label ?? '',
          reference: null,
          received_on: null,
        }),
  }),
})
