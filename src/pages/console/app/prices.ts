/** Plans, coupons and what was received by month. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, formatMoney, formatNumber, html, readData, Time, useLoaded, write } from './kit.ts'
import { type Column, Table } from './list.ts'
import { Act, Show } from './parts.ts'

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
