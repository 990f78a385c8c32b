/** Refunds, and what to do about those that have failed. */

import type { VNode } from 'preact'
import type { AdminPaymentDetail, AdminRefund } from '#pages/contract.ts'
import { formatMoney, html, Link, Time, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { Badge, renderAct, type Tell, useActs } from './parts.ts'

/** A refund of a payment; one in a list says its currency. */
type Refund = AdminPaymentDetail['refunds'][number]

/** A refund that has succeeded is one that the person has. */
const toState = (status: string) => (status === 'succeeded' ? 'refunded' : status)

/** `done` is called after an act; `currency` is that of the payment. */
export const refundColumns = (done: Tell, currency?: string): Column<Refund & { currency?: string }>[] => [
  { name: write('Amount'), number: true, show: (row) => formatMoney(row.amount, row.currency ?? currency ?? 'USD') },
  {
    name: write('State'),
    show: (row) => html`<${Badge} state=${toState(row.status)} /> <bdi>${row.credit_note_number}</bdi>`,
  },
  { name: write('Reason'), show: (row) => html`<bdi>${row.failure === '' ? row.reason : row.failure}</bdi>` },
  { name: write('When'), show: (row) => html`<${Time} at=${row.created_at} />` },
  { name: write('Act'), show: (row) => row.status === 'failed' && html`<${RefundActs} refund=${row} done=${done} />` },
]

const RefundActs = ({ refund: { id, closed_at }, done }: { refund: Refund; done: Tell }): VNode =>
  html`<div class="buttons">${renderAct({ label: write('Try again'), explain: write('The money goes back the way it came; the payment provider is asked again.'), operation: 'POST /admin/refunds/{id}/retry', parameters: { id }, done })}
${closed_at === null && renderAct({ label: write('Close it'), explain: write('You have returned it in another way, or it stays with you; nothing is moved by this.'), operation: 'POST /admin/refunds/{id}/close', parameters: { id }, done })}</div>`

export function Refunds({ tell }: { tell: Tell }): VNode {
  const [version, done] = useActs(tell)
  const columns: Column<AdminRefund>[] = [
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
${renderList({
  key: version,
  operation: 'GET /admin/refunds',
  file: 'refunds',
  label: write('Refunds'),
  empty: write('Nothing matches.'),
  columns,
})}`
}
