/** Money that was received by hand, and money that matches nothing. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { UnmatchedPayment } from '#pages/contract.ts'
import { formatDay, formatMoney, html, Link, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { type ActField, renderAct } from './parts.ts'

/** What was paid for by hand: its kind, and its id. */
export const purchaseFields = (): ActField[] => [
  { name: 'user_id', label: write('Id of the person'), type: 'number' },
  {
    name: 'kind',
    label: write('What was paid for'),
    type: 'select',
    options: [
      ['plan_id', write('Plan')],
      ['course_id', write('Course')],
      ['exam_id', write('Exam')],
    ],
  },
  { name: 'purchase', label: write('Id of the plan, course or exam') },
]

export const toPurchase = ({ user_id, kind = 'plan_id', purchase }: Record<string, string>) => ({
  user_id: Number(user_id),
  for: { [kind]: kind === 'plan_id' ? purchase : Number(purchase) },
})

export const moneyFields = (): ActField[] => [
  { name: 'amount', label: write('Amount'), type: 'number' },
  { name: 'currency', label: write('Currency'), value: 'USD' },
  {
    name: 'method',
    label: write('How'),
    type: 'select',
    options: [
      ['cash', write('Cash')],
      ['bank', write('Bank transfer')],
      ['mobile_money', write('Mobile money')],
      ['other', write('Other')],
    ],
  },
  { name: 'reference', label: write('Reference') },
  { name: 'received_on', label: write('Received on'), value: new Date().toISOString().slice(0, 10) },
]

export const toMoney = ({ amount, currency, method, reference, received_on }: Record<string, string>) => ({
  ...{ amount: Number(amount), currency, method, reference, received_on },
})

export function UnmatchedMoney({ tell }: { tell: (message: string) => void }): VNode {
  const [version, setVersion] = useState(0)
  const done = (message: string) => {
    tell(message)
    setVersion(version + 1)
  }
  const columns: Column<UnmatchedPayment>[] = [
    { name: write('Reference'), show: (row) => html`<bdi>${row.reference}</bdi>` },
    { name: write('Amount'), number: true, show: (row) => formatMoney(row.amount, row.currency) },
    { name: write('Received on'), show: (row) => formatDay(row.received_on) },
    { name: write('Note'), show: (row) => html`<bdi>${row.note}</bdi>` },
    {
      name: write('Act'),
      show: ({
        id,
      }) => html`<div class="buttons">${renderAct({ label: write('Match'), isReasonRequired: true, explain: write('It grants what was paid for, with an invoice.'), operation: 'POST /admin/payments/unmatched/{id}/match', parameters: { id }, done, fields: purchaseFields(), body: toPurchase })}
${renderAct({ label: write('Return'), tone: 'bad', isReasonRequired: true, explain: write('You have returned it yourself; nothing is moved by this.'), operation: 'POST /admin/payments/unmatched/{id}/return', parameters: { id }, done })}</div>`,
    },
  ]
  return html`<p><${Link} to="/payments">${write('Payments')}<//></p><h1>${write('Unmatched money')}</h1>
<div class="buttons">${renderAct({ label: write('Record unmatched money'), explain: write('It waits here until it is matched or returned.'), operation: 'POST /admin/payments/unmatched', done, fields: [...moneyFields(), { name: 'note', label: write('Note'), isOptional: true }], body: (given: Record<string, string>) => ({ ...toMoney(given), note: given.note ?? '' }) })}</div>
${renderList({ key: version, operation: 'GET /admin/payments/unmatched', file: 'unmatched', label: write('Unmatched money'), empty: write('No money waits.'), columns, filters: [] })}`
}
