/** Plans, coupons and what was received by month. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Plan, Revenue as RevenueOfMonth } from '#pages/contract.ts'
import { Coupons } from './coupons.ts'
import { formatMoney, formatNumber, html, readData, useLoaded, write } from './kit.ts'
import { type Column, renderTable } from './list.ts'
import { Badge, renderAct, Show } from './parts.ts'

type Done = (message: string) => void

/** A limit that is left empty is none. */
const toLimit = (text = '') => (text === '' ? -1 : Number(text))

const AddPlan = ({ done }: { done: Done }): VNode =>
  renderAct({
    label: write('Add a plan'),
    explain: write('People can subscribe to it at once.'),
    operation: 'POST /subscriptions/plans',
    done,
    fields: [
      { name: 'name', label: write('Name') },
      { name: 'id', label: write('Id, in small letters and underscores') },
      { name: 'description', label: write('Description'), isOptional: true },
      { name: 'price', label: write('Price'), type: 'number' },
      { name: 'currency', label: write('Currency'), value: 'USD' },
      {
        name: 'interval',
        label: write('Period'),
        type: 'select',
        options: [
          ['month', write('Month')],
          ['year', write('Year')],
        ],
      },
      { name: 'job_postings', label: write('Job posts; empty for no limit'), type: 'number', isOptional: true },
      {
        name: 'candidate_searches',
        label: write('Searches a month; empty for no limit'),
        type: 'number',
        isOptional: true,
      },
      { name: 'team_members', label: write('Members of a team; empty for no limit'), type: 'number', isOptional: true },
    ],
    body: ({ price, job_postings, candidate_searches, team_members, reason: _, ...given }: Record<string, string>) => ({
      ...given,
      price: Number(price),
      limits: {
        job_postings: toLimit(job_postings),
        candidate_searches: toLimit(candidate_searches),
        team_members: toLimit(team_members),
      },
    }),
  })

function PlanActs({ plan: { id, prices, retired = false }, done }: { plan: Plan; done: Done }): VNode {
  const retire = retired
    ? renderAct({
        label: write('Offer it again'),
        explain: write('People can subscribe to it at once.'),
        operation: 'PUT /subscriptions/plans/{id}',
        parameters: { id },
        done,
        body: () => ({ retired: false }),
      })
    : renderAct({
        label: write('Retire'),
        tone: 'bad',
        explain: write('It is not offered any more. Who has it keeps it, and it is renewed.'),
        operation: 'PUT /subscriptions/plans/{id}',
        parameters: { id },
        done,
        body: () => ({ retired: true }),
      })
  return html`<div class="buttons">${renderAct({ label: write('Change the price'), explain: write('It applies to periods that begin later.'), operation: 'PUT /subscriptions/plans/{id}', parameters: { id }, done, fields: prices.map(({ currency, amount }) => ({ name: currency, label: write('Amount in {currency}', { currency }), type: 'number', value: String(amount) })), body: (given: Record<string, string>) => ({ prices: prices.map(({ currency }) => ({ currency, amount: Number(given[currency]) })) }) })}
${id !== 'free' && retire}</div>`
}

export function Prices({ tell }: { tell: Done }): VNode {
  const [plans, reload] = useLoaded(() => readData('GET /subscriptions/plans'), 'plans')
  const done = (message: string) => {
    tell(message)
    reload()
  }
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
