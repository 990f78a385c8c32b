/** Coupons of all kinds: in percent or an amount, for some plans, a number of times, until a day. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Coupon } from '#pages/contract.ts'
import { formatMoney, formatNumber, html, Time, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { renderAct } from './parts.ts'

type Done = (message: string) => void

const isGiven = (value: string | undefined): value is string => value !== undefined && value !== ''

/** A coupon has a percentage or an amount; what is left empty does not limit it. */
function toCoupon({ code, kind, value, currency, plan, max_redemptions, expires_on }: Record<string, string>) {
  const discount = kind === 'amount' ? { amount_off: Number(value), currency } : { percent_off: Number(value) }
  return {
    code,
    ...discount,
    ...(isGiven(plan) && { plans: [plan] }),
    ...(isGiven(max_redemptions) && { max_redemptions: Number(max_redemptions) }),
    ...(isGiven(expires_on) && { expires_at: `${expires_on}T23:59:59.000Z` }),
  }
}

const AddCoupon = ({ plans, done }: { plans: readonly { id: string; name: string }[]; done: Done }): VNode =>
  renderAct({
    label: write('Add a coupon'),
    explain: write('It applies to the first charge of a plan, once for each person.'),
    operation: 'POST /coupons',
    done,
    body: toCoupon,
    fields: [
      { name: 'code', label: write('Code') },
      {
        name: 'kind',
        label: write('Discount'),
        type: 'select',
        options: [
          ['percent', write('Percent off')],
          ['amount', write('Amount off')],
        ],
      },
      { name: 'value', label: write('How much'), type: 'number', value: '10' },
      { name: 'currency', label: write('Currency of an amount'), value: 'USD', isOptional: true },
      {
        name: 'plan',
        label: write('Plan'),
        type: 'select',
        options: [['', write('Every plan')], ...plans.map(({ id, name }): [string, string] => [id, name])],
      },
      { name: 'max_redemptions', label: write('How often; empty for no limit'), type: 'number', isOptional: true },
      { name: 'expires_on', label: write('Last day; empty for no end'), type: 'date', isOptional: true },
    ],
  })

const showDiscount = ({ percent_off, amount_off, currency }: Coupon) =>
  percent_off === null ? formatMoney(amount_off ?? 0, currency ?? 'USD') : `${formatNumber(percent_off)} %`

export function Coupons({ plans, tell }: { plans: readonly { id: string; name: string }[]; tell: Done }): VNode {
  const [round, setRound] = useState(0)
  const done = (message: string) => {
    tell(message)
    setRound(round + 1)
  }
  const columns: Column<Coupon>[] = [
    { name: write('Code'), show: (row) => html`<code>${row.code}</code>` },
    { name: write('Discount'), show: showDiscount },
    { name: write('Plan'), show: (row) => (row.plans.length === 0 ? write('Every plan') : row.plans.join(', ')) },
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
        renderAct({
          label: write('Delete'),
          tone: 'bad',
          explain: write('Nobody can use it any more. What was bought with it stays.'),
          operation: 'DELETE /coupons/{id}',
          parameters: { id: row.id },
          done,
        }),
    },
  ]
  return html`<h2>${write('Coupons')}</h2><div class="buttons"><${AddCoupon} plans=${plans} done=${done} /></div>
${renderList({ key: round, operation: 'GET /coupons', label: write('Coupons'), empty: write('There is no coupon.'), columns })}`
}
