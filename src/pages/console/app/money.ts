/** Payments and subscriptions. */

import type { VNode } from 'preact'
import type { AdminPayment, AdminPaymentDetail, AdminSubscription } from '#pages/contract.ts'
import type { Field } from '../../modules/form-values.ts'
import { formatDay, formatMoney, formatNumber, html, Link, readData, Time, useLoaded, write } from './kit.ts'
import { type Column, renderList, renderTable } from './list.ts'
import { Badge, createDone, Facts, renderAct, Show, type Tell } from './parts.ts'
import { newMoney, toPurchase } from './received-money.ts'
import { refundColumns } from './refunds.ts'

/** What a payment paid for, with its place where it has one. */
function Purchase({ payment: { title, purpose, details, user_id } }: { payment: AdminPaymentDetail }): VNode {
  const { course_id, exam_id, plan_id } = details
  if (course_id !== undefined) return html`<${Link} to=${`/content/course-${course_id}`}><bdi>${title}</bdi><//>`
  if (exam_id !== undefined) return html`<${Link} to=${`/content/exam-${exam_id}`}><bdi>${title}</bdi><//>`
  if (plan_id === undefined) return html`<span><bdi>${title}</bdi> <span class="soft">${purpose}</span></span>`
  return html`<span><${Link} to=${`/subscriptions?user_id=${user_id}`}><bdi>${title}</bdi><//> <code>${plan_id}</code></span>`
}

const showPerson = ({ user_id, user_name }: { user_id: number; user_name: string }) =>
  html`<${Link} to=${`/people/${user_id}`}><bdi>${user_name}</bdi><//>`

const paymentColumns = (): Column<AdminPayment>[] => [
  { name: write('What'), show: (row) => html`<${Link} to=${`/payments/${row.id}`}><bdi>${row.title}</bdi><//>` },
  { name: write('Person'), show: showPerson },
  { name: write('Amount'), number: true, show: (row) => formatMoney(row.amount, row.currency) },
  {
    name: write('Refunded'),
    number: true,
    show: (row) => (row.refunded_amount > 0 ? formatMoney(row.refunded_amount, row.currency) : ''),
  },
  { name: write('State'), show: (row) => html`<${Badge} state=${row.status} />` },
  { name: write('When'), show: (row) => html`<${Time} at=${row.created_at} />` },
]

export const Payments = ({ tell }: { tell: Tell }): VNode => html`<h1>${write('Payments')}</h1>
<div class="buttons">${renderAct({ label: write('Record a payment'), explain: write('It grants what was paid for, with an invoice.'), operation: 'POST /admin/payments', done: tell, values: newMoney(), further: toPurchase })}
<${Link} to="/unmatched">${write('Unmatched money')}<//> <${Link} to="/refunds">${write('Refunds')}<//> <${Link} to="/differences">${write('Differences')}<//></div>
${renderList({ operation: 'GET /admin/payments', file: 'payments', label: write('Payments'), empty: write('Nothing matches.'), open: ({ id }: AdminPayment) => `/payments/${id}`, columns: paymentColumns() })}`

const getRest = ({ amount, refunded_amount }: AdminPaymentDetail) =>
  Math.round((amount - refunded_amount) * 1000) / 1000

/** A refund is in the currency of the payment, and of what is left of it at most. */
const limitRefund = (fields: readonly Field[], payment: AdminPaymentDetail) =>
  fields.map((field) =>
    field.name === 'amount'
      ? {
          ...field,
          label: write('Amount in {currency}', { currency: payment.currency }),
          max: getRest(payment),
        }
      : field,
  )

export function PaymentPage({ id, tell }: { id: string; tell: Tell }): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /admin/payments/{id}', { id }), id)
  const done = createDone(tell, reload)
  return html`<p><${Link} to="/payments">${write('Payments')}<//></p><${Show} whole loaded=${loaded}>${(
    payment: AdminPaymentDetail,
  ) => html`
<h1><bdi>${payment.title}</bdi> <${Badge} state=${payment.status} /></h1>
<${Facts} rows=${[
    [write('Person'), showPerson(payment)],
    [write('What was paid for'), html`<${Purchase} payment=${payment} />`],
    [write('Amount'), formatMoney(payment.amount, payment.currency)],
    [write('Refunded'), formatMoney(payment.refunded_amount, payment.currency)],
    [write('Period'), `${formatDay(payment.period_start)} – ${formatDay(payment.period_end)}`],
    [write('Paid with'), html`<bdi>${payment.method}</bdi>`],
    [write('Payment provider'), `${payment.gateway} ${payment.payment_id ?? ''}`],
    [write('Invoice'), payment.invoice_number ?? '–'],
    [write('When'), html`<${Time} at=${payment.created_at} />`],
    ...(payment.failure === null ? [] : [[write('Why'), html`<bdi>${payment.failure}</bdi>`] as [string, unknown]]),
  ]} />
${
  payment.status === 'succeeded' &&
  html`<div class="buttons">${renderAct({ label: write('Refund'), tone: 'bad', explain: write('The money goes back the way it came. What was bought stays.'), operation: 'POST /admin/payments/{id}/refund', parameters: { id }, done, values: { amount: getRest(payment) }, adapt: (fields: readonly Field[]) => limitRefund(fields, payment) })}</div>`
}
${payment.refunds.length > 0 && html`<h2>${write('Refunds')}</h2>${renderTable({ label: write('Refunds'), rows: payment.refunds, columns: refundColumns(done, payment.currency) })}`}`}<//>`
}

export const Subscriptions = ({ tell }: { tell: Tell }): VNode => html`<h1>${write('Subscriptions')}</h1>
<div class="buttons">${renderAct({
  label: write('Grant a plan'),
  explain: write('The person gets it without money until the day, when it ends.'),
  operation: 'POST /admin/subscriptions',
  done: tell,
})}</div>
${renderList({
  operation: 'GET /admin/subscriptions',
  file: 'subscriptions',
  label: write('Subscriptions'),
  empty: write('Nothing matches.'),
  open: ({ id }: AdminSubscription) => `/subscriptions/${id}`,
  columns: [
    {
      name: write('Plan'),
      show: (row: AdminSubscription) => html`<${Link} to=${`/subscriptions/${row.id}`}><bdi>${row.plan_name}</bdi><//>`,
    },
    { name: write('Person'), show: showPerson },
    { name: write('Company'), show: (row: AdminSubscription) => html`<bdi>${row.company_name ?? ''}</bdi>` },
    { name: write('Price'), number: true, show: (row: AdminSubscription) => formatMoney(row.price, row.currency) },
    { name: write('State'), show: (row: AdminSubscription) => html`<${Badge} state=${row.state} />` },
    { name: write('Paid until'), show: (row: AdminSubscription) => formatDay(row.period_end) },
  ],
})}`

export function SubscriptionPage({ id, tell }: { id: string; tell: Tell }): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /admin/subscriptions/{id}', { id }), id)
  const done = createDone(tell, reload)
  return html`<p><${Link} to="/subscriptions">${write('Subscriptions')}<//></p><${Show} whole loaded=${loaded}>${(
    row: AdminSubscription,
  ) => html`
<h1><bdi>${row.plan_name}</bdi> <${Badge} state=${row.state} /></h1>
<${Facts} rows=${[
    [write('Person'), showPerson(row)],
    [write('Company'), html`<bdi>${row.company_name ?? '–'}</bdi>`],
    [write('Price'), formatMoney(row.price, row.currency)],
    [write('Period'), `${formatDay(row.period_start)} – ${formatDay(row.period_end)}`],
    [write('Failed payments'), formatNumber(row.retries)],
    [write('Next attempt'), html`<${Time} at=${row.retry_at} />`],
    [write('Canceled'), html`<${Time} at=${row.canceled_at} />`],
    [write('Reason'), html`<bdi>${row.cancel_reason ?? '–'}</bdi>`],
  ]} />
${
  ['active', 'ending', 'past_due'].includes(row.state) &&
  html`<div class="buttons">
${renderAct({ label: write('Extend'), explain: write('The period ends later, without a charge.'), operation: 'POST /admin/subscriptions/{id}/extend', parameters: { id }, done, values: { days: 7 } })}
${renderAct({ label: write('Cancel the subscription'), tone: 'bad', explain: write('It ends with its period, or at once. Nothing is refunded by it.'), operation: 'POST /admin/subscriptions/{id}/cancel', parameters: { id }, done })}</div>`
}`}<//>`
}
