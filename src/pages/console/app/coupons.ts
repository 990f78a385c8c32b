/** Coupons of all kinds: in percent or an amount, for some plans, a number of times, until a day. */

import type { VNode } from 'preact'
import type { Coupon, Plan } from '#pages/contract.ts'
import type { Field } from '../../modules/form-values.ts'
import { formatMoney, formatNumber, html, Time, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { renderAct, type Tell, useActs } from './parts.ts'

const listPaid = (plans: readonly Plan[]) =>
  plans.filter(({ id }) => id !== 'free').map(({ id, name }) => ({ value: id, text: name }))

/** A coupon is for some plans, or for all. */
const offerPlans = (fields: readonly Field[], plans: readonly Plan[]) =>
  fields.map((field) => (field.name === 'plans' ? { ...field, choices: listPaid(plans) } : field))

const AddCoupon = ({ plans, done }: { plans: readonly Plan[]; done: Tell }): VNode =>
  renderAct({
    label: write('Add a coupon'),
    explain: write('It applies to the first charge of a plan, once for each person.'),
    operation: 'POST /coupons',
    done,
    adapt: (fields: readonly Field[]) => offerPlans(fields, plans),
  })

const showDiscount = ({ percent_off, amount_off, currency }: Coupon) =>
  percent_off === null ? formatMoney(amount_off ?? 0, currency ?? 'USD') : `${formatNumber(percent_off)} %`

export function Coupons({ plans, tell }: { plans: readonly Plan[]; tell: Tell }): VNode {
  const [round, done] = useActs(tell)
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
