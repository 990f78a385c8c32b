/** Refunds, and what to do about those that have failed. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { formatMoney, html, Link, Time, write } from './kit.ts'
import { type Column, List } from './list.ts'
import { stateOptions } from './names.ts'
import { Act, Badge } from './parts.ts'

export interface Refund {
  id: number
  amount: number
  status: string
  reason: string
  failure: string
  tries: number
  closed_at: string | null
  credit_note_number: string | null
  created_at: string
}

interface RefundOfPerson extends Refund {
  charge_id: number
  user_id: number
  user_name: string
  title: string
  currency: string
}

type Done = (message: string) => void

/** `done` is called after an act; `currency` is that of the payment. */
export const refundColumns = (done: Done, currency?: string): Column<Refund & { currency?: string }>[] => [
  { name: write('Amount'), number: true, show: (row) => formatMoney(row.amount, row.currency ?? currency ?? 'USD') },
  { name: write('State'), show: (row) => html`<${Badge} state=${row.status} />` },
  { name: write('Reason'), show: (row) => html`<bdi>${row.failure === '' ? row.reason : row.failure}</bdi>` },
  { name: write('Credit note'), show: (row) => row.credit_note_number ?? '–' },
  { name: write('When'), show: (row) => html`<${Time} at=${row.created_at} />` },
  { name: write('Act'), show: (row) => row.status === 'failed' && html`<${RefundActs} refund=${row} done=${done} />` },
]

const RefundActs = ({ refund: { id, closed_at }, done }: { refund: Refund; done: Done }): VNode =>
  html`<${Act} label=${write('Try again')} explain=${write('The money goes back the way it came; the payment provider is asked again.')} path=${`/admin/refunds/${id}/retry`} done=${done} />
${closed_at === null && html`<${Act} label=${write('Close it')} explain=${write('You have returned it in another way, or it stays with you; nothing is moved by this.')} path=${`/admin/refunds/${id}/close`} done=${done} />`}`

export function Refunds({ tell }: { tell: Done }): VNode {
  const [version, setVersion] = useState(0)
  const done = (message: string) => {
    tell(message)
    setVersion(version + 1)
  }
  const columns: Column<RefundOfPerson>[] = [
    {
      name: write('What'),
      show: (row) => html`<${Link} to=${`/payments/${row.charge_id}`}><bdi>${row.title}</bdi><//>`,
    },
    {
      name: write('Person'),
      show: (row) => html`<${Link} to=${`/people/${row.user_id}`}><bdi>${row.user_name}</bdi><//>`,
    },
    ...refundColumns(done),
  ]
  return html`<p><${Link} to="/payments">${write('Payments')}<//></p><h1>${write('Refunds')}</h1>
<${List} key=${version} path="/admin/refunds" file="refunds" label=${write('Refunds')} empty=${write('Nothing matches.')} columns=${columns}
filters=${[
    { name: 'status', label: write('State'), options: stateOptions('pending', 'succeeded', 'failed') },
    { name: 'is_open', label: write('Decision'), options: [['true', write('waiting')]] },
  ]} />`
}
