/** Plans, coupons and what was received by month. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Plan, Revenue as RevenueOfMonth } from '#pages/contract.ts'
import type { Field } from '../../modules/form-values.ts'
import { Coupons } from './coupons.ts'
import { formatMoney, formatNumber, html, readData, useLoaded, write } from './kit.ts'
import { type Column, renderTable } from './list.ts'
import { Badge, createDone, renderAct, Show, type Tell } from './parts.ts'

/** A limit that is left empty is none, which the API writes as -1. */
const fillLimits = ({ limits }: Readonly<Record<string, unknown>>) => ({
  limits: { job_postings: -1, candidate_searches: -1, team_members: -1, ...(limits as object | undefined) },
})

const emptyLimits = ({ limits, ...plan }: Plan) => ({
  ...plan,
  limits: Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit === -1 ? null : limit])),
})

const AddPlan = ({ done }: { done: Tell }): VNode =>
  renderAct({
    label: write('Add a plan'),
    explain: write('People can subscribe to it at once.'),
    operation: 'POST /subscriptions/plans',
    done,
    values: { currency: 'USD', interval: 'month' },
    further: fillLimits,
  })

const onlyReason = (fields: readonly Field[]) => fields.filter(({ name }) => name === 'reason')

function PlanActs({ plan, done }: { plan: Plan; done: Tell }): VNode {
  const { id, retired = false } = plan
  const retire = retired
    ? renderAct({
        label: write('Offer it again'),
        explain: write('People can subscribe to it at once.'),
        operation: 'PUT /subscriptions/plans/{id}',
        parameters: { id },
        done,
        adapt: onlyReason,
        further: () => ({ retired: false }),
      })
    : renderAct({
        label: write('Retire'),
        tone: 'bad',
        explain: write('It is not offered any more. Who has it keeps it, and it is renewed.'),
        operation: 'PUT /subscriptions/plans/{id}',
        parameters: { id },
        done,
        adapt: onlyReason,
        further: () => ({ retired: true }),
      })
  return html`<div class="buttons">${renderAct({ label: write('Change the plan'), explain: write('Another price applies to periods that begin later.'), operation: 'PUT /subscriptions/plans/{id}', parameters: { id }, done, values: emptyLimits(plan), further: fillLimits })}
${id !== 'free' && retire}</div>`
}

export function Prices({ tell }: { tell: Tell }): VNode {
  const [plans, reload] = useLoaded(() => readData('GET /subscriptions/plans'), 'plans')
  const done = createDone(tell, reload)
  const columns: Column<Plan>[] = [
    { name: write('Plan'), show: (row) => html`<bdi>${row.name}</bdi> <code>${row.id}</code>` },
    {
      name: write('Price'),
      show: (row) => row.prices.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · '),
    },
    { name: write('Period'), show: ({ interval }) => (interval === 'year' ? write('Year') : write('Month')) },
    { name: write('State'), show: ({ retired }) => html`<${Badge} state=${retired ? 'retired' : 'offered'} />` },
    { name: write('Act'), show: (row) => html`<${PlanActs} plan=${row} done=${done} />` },
  ]
  return html`<h1>${write('Plans and coupons')}</h1>
<div class="buttons"><${AddPlan} done=${done} /></div>
<${Show} loaded=${plans}>${(rows: Plan[]) => renderTable({ label: write('Plans'), rows, columns })}<//>
<${Coupons} tell=${tell} plans=${plans.state === 'ready' ? plans.value : []} />
<${Revenue} />`
}

function Revenue(): VNode {
  const [loaded] = useLoaded(() => readData('GET /admin/revenue'), 'revenue')
  const [columns] = useState<Column<RevenueOfMonth>[]>(() => [
    { name: write('Month'), show: (row) => row.month },
    { name: write('Payments'), number: true, show: (row) => formatNumber(row.payments) },
    { name: write('Received'), number: true, show: (row) => formatMoney(row.received, row.currency) },
    { name: write('Refunded'), number: true, show: (row) => formatMoney(row.refunded, row.currency) },
  ])
  return html`<h2>${write('By month')}</h2><${Show} loaded=${loaded}>${(rows: RevenueOfMonth[]) => (rows.length === 0 ? html`<p class="soft">${write('Nothing was paid yet.')}</p>` : renderTable({ label: write('By month'), rows, columns }))}<//>`
}
