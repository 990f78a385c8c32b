/** Payments, subscriptions, plans, coupons and what was received by month. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, formatDay, formatMoney, formatNumber, html, Link, readData, Time, useLoaded, write } from './kit.ts'
import { type Column, List, sortChoice, Table } from './list.ts'
import { stateOptions } from './names.ts'
import { Act, Badge, Facts, Show } from './parts.ts'

interface Payment {
  id: number
  user_id: number
  user_name: string
  title: string
  amount: number
  refunded_amount: number
  currency: string
  status: string
  failure: string | null
  method: string
  gateway: string
  invoice_number: string | null
  created_at: string
}

interface PaymentDetail extends Payment {
  payment_id: string | null
  period_start: string
  period_end: string
  refunds: { id: number; amount: number; status: string; reason: string; created_at: string }[]
}

const showPerson = ({ user_id, user_name }: { user_id: number; user_name: string }) =>
  html`<${Link} to=${`/people/${user_id}`}><bdi>${user_name}</bdi><//>`

const paymentColumns = (): Column<Payment>[] => [
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

const idOfPerson = () => ({ name: 'user_id', label: write('Id of the person') })

export const Payments =
  (): VNode => html`<h1>${write('Payments')}</h1><${List} path="/admin/payments" file="payments" label=${write('Payments')} empty=${write('Nothing matches.')}
open=${({ id }: Payment) => `/payments/${id}`} columns=${paymentColumns()} filters=${[{ name: 'search', label: write('Invoice, name or e-mail') }, { name: 'status', label: write('State'), options: stateOptions('succeeded', 'pending', 'failed', 'refunded') }, idOfPerson(), sortChoice(['amount', write('Largest amount first')])]} />`

export function PaymentPage({ id, tell }: { id: string; tell: (message: string) => void }): VNode {
  const [loaded, reload] = useLoaded(() => readData<PaymentDetail>(`/admin/payments/${id}`), id)
  const done = (message: string) => {
    tell(message)
    reload()
  }
  return html`<p><${Link} to="/payments">${write('Payments')}<//></p><${Show} whole loaded=${loaded}>${(
    payment: PaymentDetail,
  ) => html`
<h1><bdi>${payment.title}</bdi> <${Badge} state=${payment.status} /></h1>
<${Facts} rows=${[
    [write('Person'), showPerson(payment)],
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
  html`<div class="buttons"><${Act} label=${write('Refund')} tone="bad" explain=${write('The money goes back the way it came. What was bought stays.')} path=${`/admin/payments/${id}/refund`} done=${done}
fields=${[{ name: 'amount', label: write('Amount in {currency}', { currency: payment.currency }), type: 'number', value: String(Math.round((payment.amount - payment.refunded_amount) * 1000) / 1000) }]} body=${({ amount }: Record<string, string>) => ({ amount: Number(amount) })} /></div>`
}
${payment.refunds.length > 0 && html`<h2>${write('Refunds')}</h2><${Table} label=${write('Refunds')} rows=${payment.refunds} columns=${refundColumns(payment.currency)} />`}`}<//>`
}

const refundColumns = (currency: string): Column<PaymentDetail['refunds'][number]>[] => [
  { name: write('Amount'), number: true, show: (row) => formatMoney(row.amount, currency) },
  { name: write('State'), show: (row) => html`<${Badge} state=${row.status} />` },
  { name: write('Reason'), show: (row) => html`<bdi>${row.reason}</bdi>` },
  { name: write('When'), show: (row) => html`<${Time} at=${row.created_at} />` },
]

interface Subscription {
  id: number
  user_id: number
  user_name: string
  plan_name: string
  price: number
  currency: string
  state: string
  period_start: string
  period_end: string
  retries: number
  retry_at: string | null
  canceled_at: string | null
  cancel_reason: string | null
}

export const Subscriptions =
  (): VNode => html`<h1>${write('Subscriptions')}</h1><${List} path="/admin/subscriptions" file="subscriptions" label=${write('Subscriptions')} empty=${write('Nothing matches.')}
open=${({ id }: Subscription) => `/subscriptions/${id}`} filters=${[{ name: 'state', label: write('State'), options: stateOptions('active', 'ending', 'past_due', 'canceled', 'expired') }, idOfPerson(), sortChoice(['period_end', write('Next end first')])]}
columns=${[
    {
      name: write('Plan'),
      show: (row: Subscription) => html`<${Link} to=${`/subscriptions/${row.id}`}><bdi>${row.plan_name}</bdi><//>`,
    },
    { name: write('Person'), show: showPerson },
    { name: write('Price'), number: true, show: (row: Subscription) => formatMoney(row.price, row.currency) },
    { name: write('State'), show: (row: Subscription) => html`<${Badge} state=${row.state} />` },
    { name: write('Paid until'), show: (row: Subscription) => formatDay(row.period_end) },
  ]} />`

export function SubscriptionPage({ id, tell }: { id: string; tell: (message: string) => void }): VNode {
  const [loaded, reload] = useLoaded(() => readData<Subscription>(`/admin/subscriptions/${id}`), id)
  const done = (message: string) => {
    tell(message)
    reload()
  }
  const path = `/admin/subscriptions/${id}`
  return html`<p><${Link} to="/subscriptions">${write('Subscriptions')}<//></p><${Show} whole loaded=${loaded}>${(
    row: Subscription,
  ) => html`
<h1><bdi>${row.plan_name}</bdi> <${Badge} state=${row.state} /></h1>
<${Facts} rows=${[
    [write('Person'), showPerson(row)],
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
<${Act} label=${write('Extend')} explain=${write('The period ends later, without a charge.')} path=${`${path}/extend`} done=${done} fields=${[{ name: 'days', label: write('Days'), type: 'number', value: '7' }]} body=${({ days }: Record<string, string>) => ({ days: Number(days) })} />
<${Act} label=${write('Cancel the subscription')} tone="bad" explain=${write('It ends with its period, or at once. Nothing is refunded by it.')} path=${`${path}/cancel`} done=${done} fields=${[{ name: 'cancel_immediately', label: write('End it at once'), type: 'checkbox' }]} body=${({ cancel_immediately }: Record<string, string>) => ({ cancel_immediately: cancel_immediately === 'true' })} /></div>`
}`}<//>`
}

interface Plan {
  id: string
  name: string
  price: number
  currency: string
  prices: { currency: string; amount: number }[]
  interval: string
}

interface Coupon {
  id: number
  code: string
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  redemptions: number
  max_redemptions: number | null
  expires_at: string | null
}

export function Prices({ tell }: { tell: (message: string) => void }): VNode {
  const [plans, reloadPlans] = useLoaded(() => readData<Plan[]>('/subscriptions/plans'), 'plans')
  const [coupons, reloadCoupons] = useLoaded(
    () => callApi<{ data: Coupon[] }>('GET', '/coupons?limit=100').then(({ data }) => data),
    'coupons',
  )
  const done = (message: string) => {
    tell(message)
    reloadPlans()
    reloadCoupons()
  }
  const planColumns: Column<Plan & { id: never }>[] = [
    { name: write('Plan'), show: (row) => html`<bdi>${row.name}</bdi> <code>${row.id}</code>` },
    {
      name: write('Price'),
      number: true,
      show: (row) => row.prices.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · '),
    },
    {
      name: write('Act'),
      show: (row) =>
        html`<${Act} label=${write('Change the price')} explain=${write('It applies to periods that begin later.')} method="PUT" path=${`/subscriptions/plans/${row.id}`} done=${done} fields=${row.prices.map(({ currency, amount }) => ({ name: currency, label: write('Amount in {currency}', { currency }), type: 'number', value: String(amount) }))} body=${(given: Record<string, string>) => ({ prices: row.prices.map(({ currency }) => ({ currency, amount: Number(given[currency]) })) })} />`,
    },
  ]
  const couponColumns: Column<Coupon>[] = [
    { name: write('Code'), show: (row) => html`<code>${row.code}</code>` },
    {
      name: write('Discount'),
      show: (row) =>
        row.percent_off === null ? formatMoney(row.amount_off ?? 0, row.currency ?? 'USD') : `${row.percent_off} %`,
    },
    {
      name: write('Redeemed'),
      number: true,
      show: (row) =>
        `${formatNumber(row.redemptions)}${row.max_redemptions === null ? '' : ` / ${formatNumber(row.max_redemptions)}`}`,
    },
    { name: write('Until'), show: (row) => html`<${Time} at=${row.expires_at} />` },
    {
      name: write('Act'),
      show: (row) =>
        html`<${Act} label=${write('Delete')} tone="bad" explain=${write('Nobody can use it any more. What was bought with it stays.')} method="DELETE" path=${`/coupons/${row.id}`} done=${done} />`,
    },
  ]
  return html`<h1>${write('Plans and coupons')}</h1>
<${Show} loaded=${plans}>${(rows: never[]) => html`<${Table} label=${write('Plans')} rows=${rows} columns=${planColumns} />`}<//>
<h2>${write('Coupons')}</h2>
<div class="buttons"><${Act} label=${write('Add a coupon')} explain=${write('It applies to the first charge of a plan, once for each person.')} path="/coupons" done=${done} fields=${[{ name: 'code', label: write('Code') }, { name: 'percent_off', label: write('Percent off'), type: 'number', value: '10' }]} body=${({ code, percent_off }: Record<string, string>) => ({ code, percent_off: Number(percent_off) })} /></div>
<${Show} loaded=${coupons}>${(rows: Coupon[]) => (rows.length === 0 ? html`<p class="soft">${write('There is no coupon.')}</p>` : html`<${Table} label=${write('Coupons')} rows=${rows} columns=${couponColumns} />`)}<//>
<${Revenue} />`
}

interface Month {
  month: string
  currency: string
  received: number
  refunded: number
  payments: number
}

function Revenue(): VNode {
  const [loaded] = useLoaded(() => readData<Month[]>('/admin/revenue'), 'revenue')
  const [columns] = useState<Column<Month & { id?: number }>[]>(() => [
    { name: write('Month'), show: (row) => row.month },
    { name: write('Payments'), number: true, show: (row) => formatNumber(row.payments) },
    { name: write('Received'), number: true, show: (row) => formatMoney(row.received, row.currency) },
    { name: write('Refunded'), number: true, show: (row) => formatMoney(row.refunded, row.currency) },
  ])
  return html`<h2>${write('By month')}</h2><${Show} loaded=${loaded}>${(rows: Month[]) => (rows.length === 0 ? html`<p class="soft">${write('Nothing was paid yet.')}</p>` : html`<${Table} label=${write('By month')} rows=${rows} columns=${columns} />`)}<//>`
}
