/** Where the reports of payment gateways differ from the payments here. */

import type { VNode } from 'preact'
import type { PaymentDifference } from '#pages/contract.ts'
import { formatMoney, html, Link, Time, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { nameValue } from './names.ts'
import { renderAct, type Tell, useActs } from './parts.ts'

const showAmount = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? '–' : formatMoney(amount, currency)

export function Differences({ tell }: { tell: Tell }): VNode {
  const [version, done] = useActs(tell)
  const columns: Column<PaymentDifference>[] = [
    { name: write('What'), show: (row) => nameValue('difference', row.kind) },
    { name: write('Problem'), show: (row) => nameValue('problem', row.problem) },
    {
      name: write('Reference'),
      show: ({ gateway, reference, charge_id }) =>
        html`<bdi>${gateway} ${charge_id === null ? reference : html`<${Link} to=${`/payments/${charge_id}`}>${reference}<//>`}</bdi>`,
    },
    { name: write('Here'), number: true, show: (row) => showAmount(row.amount_here, row.currency) },
    { name: write('At the gateway'), number: true, show: (row) => showAmount(row.amount_there, row.currency) },
    { name: write('When'), show: (row) => html`<${Time} at=${row.occurred_at} />` },
    {
      name: write('Act'),
      show: ({ id }) =>
        renderAct({
          label: write('Close it'),
          explain: write('You know why it differs; no money is moved by this.'),
          operation: 'POST /admin/payments/differences/{id}/close',
          parameters: { id },
          done,
        }),
    },
  ]
  return html`<p><${Link} to="/payments">${write('Payments')}<//></p><h1>${write('Differences')}</h1>
<p>${write('Each night the reports of the payment gateways are compared with the payments and refunds here.')}</p>
${renderList({ key: version, operation: 'GET /admin/payments/differences', file: 'differences', label: write('Differences'), empty: write('Nothing differs.'), columns })}`
}
