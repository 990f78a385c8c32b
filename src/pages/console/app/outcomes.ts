/** What people signed in and paid with during the last days, and what came of it. */

import type { VNode } from 'preact'
import type { DayFigures } from '#pages/contract.ts'
import { formatNumber, html, write } from './kit.ts'

interface Outcome {
  source: string
  outcome: string
  count: number
}

export function Outcomes({ days }: { days: readonly DayFigures[] }): VNode {
  const signIns = days.flatMap(({ sign_ins }) => sign_ins.map(({ method, ...rest }) => ({ source: method, ...rest })))
  const payments = days.flatMap((day) => day.payments.map(({ gateway, ...rest }) => ({ source: gateway, ...rest })))
  return html`<section class="charts">
<${OutcomeTable} title=${write('Sign-ins by method')} name=${write('Method')} rows=${signIns} columns=${[
    ['done', write('Signed in')],
    ['refused', write('Refused')],
    ['throttled', write('Too many failures')],
  ]} />
<${OutcomeTable} title=${write('Payments by gateway')} name=${write('Gateway')} rows=${payments} columns=${[
    ['succeeded', write('Succeeded')],
    ['failed', write('Failed')],
  ]} />
</section>`
}

const sum = (rows: readonly Outcome[]) => rows.reduce((all, { count }) => all + count, 0)

/** A row for each source, the most frequent first; nothing without any. */
function OutcomeTable({ title, name, rows, columns }: OutcomeTableProps): VNode | null {
  const sources = [...Map.groupBy(rows, ({ source }) => source)].toSorted(([, a], [, b]) => sum(b) - sum(a))
  if (sources.length === 0) return null
  return html`<figure class="chart"><figcaption><h2>${title}</h2></figcaption>
<div class="table" role="region" aria-label=${title} tabindex="0"><table><thead><tr><th scope="col">${name}</th>${columns.map(([, label]) => html`<th scope="col" class="number">${label}</th>`)}</tr></thead>
<tbody>${sources.map(([source, own]) => html`<tr><td><bdi>${source}</bdi></td>${columns.map(([outcome]) => html`<td class="number">${formatNumber(sum(own.filter((one) => one.outcome === outcome)))}</td>`)}</tr>`)}</tbody></table></div></figure>`
}

interface OutcomeTableProps {
  title: string
  name: string
  rows: readonly Outcome[]
  /** Outcomes and how they are called. */
  columns: [outcome: string, label: string][]
}
