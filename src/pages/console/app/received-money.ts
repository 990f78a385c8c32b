/** Money that was received by hand, and money that matches nothing. */

import type { VNode } from 'preact'
import type { UnmatchedPayment } from '#pages/contract.ts'
import { formatDay, formatMoney, html, Link, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { renderAct, type Tell, useActs } from './parts.ts'

const today = () => new Date().toISOString().slice(0, 10)

/** What the forms of money that was received begin with. */
export const newMoney = () => ({ currency: 'USD', received_on: today() })

/** What was picked is a plan, a course or an exam: its value begins with the kind. */
export function toPurchase({ for: picked }: Readonly<Record<string, unknown>>) {
  const [kind = '', id = ''] = (picked as { plan_id: string }).plan_id.split(':')
  return { for: { [kind]: kind === 'plan_id' ? id : Number(id) } }
}

export function UnmatchedMoney({ tell }: { tell: Tell }): VNode {
  const [version, done] = useActs(tell)
  const columns: Column<UnmatchedPayment>[] = [
    { name: write('Reference'), show: (row) => html`<bdi>${row.reference}</bdi>` },
    { name: write('Amount'), number: true, show: (row) => formatMoney(row.amount, row.currency) },
    { name: write('Received on'), show: (row) => formatDay(row.received_on) },
    { name: write('Note'), show: (row) => html`<bdi>${row.note}</bdi>` },
    {
      name: write('Act'),
      show: ({
        id,
      }) => html`<div class="buttons">${renderAct({ label: write('Match'), explain: write('It grants what was paid for, with an invoice.'), operation: 'POST /admin/payments/unmatched/{id}/match', parameters: { id }, done, further: toPurchase })}
${renderAct({ label: write('Return'), tone: 'bad', explain: write('You have returned it yourself; nothing is moved by this.'), operation: 'POST /admin/payments/unmatched/{id}/return', parameters: { id }, done })}</div>`,
    },
  ]
  return html`<p><${Link} to="/payments">${write('Payments')}<//></p><h1>${write('Unmatched money')}</h1>
<div class="buttons">${renderAct({ label: write('Record unmatched money'), explain: write('It waits here until it is matched or returned.'), operation: 'POST /admin/payments/unmatched', done, values: newMoney() })}</div>
${renderList({ key: version, operation: 'GET /admin/payments/unmatched', file: 'unmatched', label: write('Unmatched money'), empty: write('No money waits.'), columns })}`
}
