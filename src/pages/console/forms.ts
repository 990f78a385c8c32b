/** The forms of the console. What operations take is declared here as on all pages; browsers get the fields in the language of the reader. */

import type { FindBody } from '#http/form-schemas.ts'
import { buildFields, defineForm, type Form, otherFields } from '../form-declaration.ts'
import type { Field } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'

const person = { input: 'picker', accept: 'people', label: 'Person' } as const
const company = { input: 'picker', accept: 'companies', label: 'Company (optional)' } as const
/** One field finds plans, courses and exams; its value names the kind, as in `course_id:3`. */
const purchase = { input: 'picker', accept: 'purchases', label: 'Plan, course or exam', isRequired: true } as const
const purchases = 'The field of the plan finds courses and exams too; a company is that of the person.'
const money = ['amount', 'currency', 'method', 'reference', 'received_on'] as const
const moneyWidgets = { method: { label: 'How' }, received_on: { input: 'date' } } as const

const limitWidgets = {
  'limits.job_postings': { label: 'Job posts; empty for no limit', isRequired: false },
  'limits.candidate_searches': { label: 'Searches a month; empty for no limit', isRequired: false },
  'limits.team_members': { label: 'Members of a team; empty for no limit', isRequired: false },
} as const
const features = { input: 'lines', label: 'Features, one a line' } as const
const limits = ['limits.job_postings', 'limits.candidate_searches', 'limits.team_members'] as const

const forms: readonly Form[] = [
  defineForm('POST /admin/users', {
    groups: ['name', 'email', 'role', 'locale', 'message', 'reason'],
    widgets: {
      role: { isRequired: true },
      locale: { label: 'Language of mails and pages' },
      message: { label: 'A few words to the person' },
    },
  }),
  defineForm('PUT /admin/users/{id}/role', { groups: ['role', 'reason'] }),
  defineForm('PUT /admin/users/{id}/verified', {
    groups: ['reason'],
    leftOut: { verified: 'The button says which.' },
  }),
  defineForm('POST /admin/users/{id}/invitation', {
    groups: ['message', 'reason'],
    widgets: { message: { label: 'A few words to the person' } },
  }),
  defineForm('POST /admin/users/import', {
    groups: ['message', 'reason'],
    widgets: { message: { label: 'A few words to the people' } },
    leftOut: { csv: 'The page reads the file.', preview: 'The buttons say which.' },
  }),
  defineForm('POST /admin/reports/{id}/decide', {
    groups: ['reason'],
    leftOut: { decision: 'The buttons say which.' },
  }),
  defineForm('POST /admin/content/{kind}/{id}/hide', { groups: ['reason'] }),
  defineForm('POST /admin/announcements', {
    groups: ['title', 'message', 'roles', 'channels', 'reason'],
    widgets: { message: { label: 'What you announce' }, roles: { label: 'To' }, channels: { label: 'How' } },
  }),
  defineForm('POST /certificates/{id}/revoke', { groups: ['reason'] }),
  defineForm('POST /admin/payments', {
    groups: ['user_id', 'for.plan_id', ...money, 'reason'],
    widgets: { user_id: person, 'for.plan_id': purchase, ...moneyWidgets },
    leftOut: { for: purchases },
  }),
  defineForm('POST /admin/payments/unmatched', { groups: [...money, 'note', 'reason'], widgets: moneyWidgets }),
  defineForm('POST /admin/payments/unmatched/{id}/match', {
    groups: ['user_id', 'for.plan_id', 'reason'],
    widgets: { user_id: person, 'for.plan_id': purchase },
    leftOut: { for: purchases },
  }),
  defineForm('POST /admin/payments/unmatched/{id}/return', { groups: ['reason'] }),
  defineForm('POST /admin/payments/differences/{id}/close', { groups: ['reason'] }),
  defineForm('POST /admin/payments/{id}/refund', {
    groups: ['amount', 'reason'],
    widgets: { amount: { isRequired: true } },
  }),
  defineForm('POST /admin/subscriptions', {
    groups: ['user_id', 'plan_id', 'company_id', 'until', 'reason'],
    widgets: {
      user_id: person,
      plan_id: { input: 'picker', accept: 'plans', label: 'Plan' },
      company_id: company,
      until: { input: 'last-day' },
    },
  }),
  defineForm('POST /admin/subscriptions/{id}/extend', { groups: ['days', 'reason'] }),
  defineForm('POST /admin/subscriptions/{id}/cancel', {
    groups: ['cancel_immediately', 'reason'],
    widgets: { cancel_immediately: { label: 'End it at once' } },
  }),
  defineForm('POST /subscriptions/plans', {
    groups: [
      'name',
      'id',
      'description',
      ['price', 'currency', 'interval'],
      'features',
      'popular',
      otherFields,
      ...limits,
    ],
    widgets: {
      ...limitWidgets,
      id: { label: 'Id, in small letters and underscores' },
      price: { isRequired: true },
      currency: { isRequired: true },
      interval: { label: 'Period', isRequired: true },
      features,
    },
    leftOut: { prices: 'A plan begins with one price; the dialog of a plan adds to them.' },
  }),
  defineForm('PUT /subscriptions/plans/{id}', {
    groups: ['name', 'description', 'prices', 'features', 'popular', otherFields, ...limits],
    widgets: { ...limitWidgets, features, prices: { columns: { amount: {}, currency: {} } } },
    leftOut: { price: 'The prices say it.', retired: 'A button of its own says it.' },
  }),
  defineForm('POST /coupons', {
    groups: ['code', 'percent_off', 'amount_off', 'currency', 'plans', 'max_redemptions', 'expires_at', otherFields],
    widgets: {
      percent_off: { label: 'Percent off' },
      amount_off: { label: 'Amount off' },
      currency: { label: 'Currency of an amount' },
      plans: { input: 'checkboxes', label: 'Plans; none for every plan' },
      max_redemptions: { label: 'How often; empty for no limit' },
      expires_at: { input: 'last-day', label: 'Last day; empty for no end' },
    },
  }),
]

/** The operation whose reason is as that of all changes by administrators. */
const plain = defineForm('POST /admin/users/{id}/restore', { groups: ['reason'] })

/** Returns the fields of all forms by operation, and under an empty name the reason, which every act takes. */
export function buildForms(findBody: FindBody, writer: Writer): Readonly<Record<string, readonly Field[]>> {
  const labels = { reason: writer.write('Reason, for the audit log') }
  const build = (form: Form) => [...buildFields(form, findBody(form.operation), { writer, labels }).values()]
  const reason = build(plain)
  const built = forms.map((form) => {
    const fields = build(form)
    return [form.operation, fields.some(({ name }) => name === 'reason') ? fields : [...fields, ...reason]] as const
  })
  return { '': reason, ...Object.fromEntries(built) }
}
