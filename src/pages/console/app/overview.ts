/** What waits for an administrator, and the figures of the last days. */

import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import type { DayFigures, Waiting } from '#pages/contract.ts'
import { formatDay, formatMoney, formatNumber, formatShortDay, html, Link, readData, useLoaded, write } from './kit.ts'
import { Outcomes } from './outcomes.ts'
import { Show } from './parts.ts'

export function Overview({ waiting }: { waiting: Waiting | null }): VNode {
  const [loaded] = useLoaded(() => readData('GET /admin/figures', { days: 30 }), 'figures')
  return html`<h1>${write('Overview')}</h1>
<section aria-label=${write('What waits')}><ul class="cards">
${listCards(waiting).map(([name, count, to]) => html`<li><${Link} to=${to} class=${count ? 'card waits' : 'card'}><strong>${count === null ? '…' : formatNumber(count)}</strong><span>${name}</span><//></li>`)}
</ul></section>
<${Show} loaded=${loaded}>${(days: DayFigures[]) => html`<${Figures} days=${days} />`}<//>`
}

const listCards = (waiting: Waiting | null): [name: string, count: number | null, to: string][] => [
  [write('Open reports'), waiting?.open_reports ?? null, '/reports?state=open&sort=oldest'],
  [write('Tasks that failed for good'), waiting?.dead_tasks ?? null, '/tasks?state=dead'],
  [write('Waiting mails'), waiting?.waiting_mails ?? null, '/mails?state=waiting'],
  [write('Refused mails'), waiting?.failed_mails ?? null, '/mails?state=failed'],
  [write('Unpaid subscriptions'), waiting?.unpaid_subscriptions ?? null, '/subscriptions?state=past_due'],
  [write('Failed refunds'), waiting?.failed_refunds ?? null, '/refunds?is_open=true'],
  [write('Suspended people'), waiting?.suspended_people ?? null, '/people?state=suspended'],
]

function Figures({ days }: { days: DayFigures[] }): VNode {
  const currencies = [
    ...new Set(days.flatMap(({ received, refunded }) => [...received, ...refunded].map(({ currency }) => currency))),
  ]
  return html`<section class="charts">
<${Chart} title=${write('People')} days=${days} lines=${[
    [write('Active people'), (day: DayFigures) => day.active_people, 'each day'],
    [write('New accounts'), (day: DayFigures) => day.sign_ups],
  ]} />
<${Chart} title=${write('Work')} days=${days} lines=${[
    [write('Applications'), (day: DayFigures) => day.applications],
    [write('Enrollments'), (day: DayFigures) => day.enrollments],
    [write('Exam attempts'), (day: DayFigures) => day.attempts],
    [write('Certificates'), (day: DayFigures) => day.certificates],
  ]} />
<${Chart} title=${write('Sign-ins')} days=${days} lines=${[
    [write('Signed in'), (day: DayFigures) => sumOutcome(day.sign_ins, 'done')],
    [
      write('Refused'),
      (day: DayFigures) => sumOutcome(day.sign_ins, 'refused') + sumOutcome(day.sign_ins, 'throttled'),
    ],
  ]} />
<${Chart} title=${write('Mails')} days=${days} lines=${[
    [write('Sent'), (day: DayFigures) => sumOutcome(day.mails, 'sent')],
    [write('Refused'), (day: DayFigures) => sumOutcome(day.mails, 'refused')],
  ]} />
<${Chart} title=${write('Payments')} days=${days} lines=${[
    [write('Succeeded'), (day: DayFigures) => sumOutcome(day.payments, 'succeeded')],
    [write('Failed'), (day: DayFigures) => sumOutcome(day.payments, 'failed')],
  ]} />
${currencies.map(
  (currency) =>
    html`<${Chart} title=${write('Money in {currency}', { currency })} days=${days} lines=${[
      [write('Received before refunds'), (day: DayFigures) => getAmount(day.received, currency)],
      [write('Refunded'), (day: DayFigures) => getAmount(day.refunded, currency)],
    ]} show=${(value: number) => formatMoney(value, currency)} />`,
)}
</section><${Outcomes} days=${days} />`
}

const getAmount = (sums: DayFigures['received'], currency: string) =>
  sums.find((one) => one.currency === currency)?.amount ?? 0

const sumOutcome = (counts: readonly { outcome: string; count: number }[], outcome: string) =>
  counts.reduce((sum, one) => sum + (one.outcome === outcome ? one.count : 0), 0)

/** The figures of a line; people who were active on several days are not added up. */
type Line = [name: string, read: (day: DayFigures) => number, counted?: 'each day']

interface ChartProps {
  title: string
  days: DayFigures[]
  lines: Line[]
  show?: (value: number) => string
}

const strokes = ['--accent', '--line-2', '--line-3', '--line-4']

/** The library is loaded when a chart is shown: it is half of the console. */
const loadCharts = async () => (await import('uplot')).default

/** A chart, and the same figures as a table for those who do not see it. */
function Chart({ title, days, lines, show = formatNumber }: ChartProps): VNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const data: uPlot.AlignedData = [
      days.map(({ day }) => Date.parse(day) / 1000),
      ...lines.map(([, read]) => days.map(read)),
    ]
    let end: (() => void) | undefined
    let isGone = false
    // Without the library, the table below has the figures.
    loadCharts().then(
      (Chart) => {
        if (isGone) return
        const chart = new Chart(createOptions(element, lines), data, element)
        const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: 180 }))
        resize.observe(element)
        end = () => {
          resize.disconnect()
          chart.destroy()
        }
      },
      () => undefined,
    )
    return () => {
      isGone = true
      end?.()
    }
  }, [days])
  return html`<figure class="chart"><figcaption><h2>${title}</h2>
<p class="legend">${lines.map(([name, read, counted], index) => html`<span><i class=${`stroke-${index}`}></i>${name} ${counted === undefined && html`<b>${show(days.reduce((all, day) => all + read(day), 0))}</b>`}</span>`)}</p></figcaption>
<div ref=${place} dir="ltr" aria-hidden="true"></div>
<details><summary>${write('As a table')}</summary><div class="table" role="region" aria-label=${title} tabindex="0"><table><thead><tr><th scope="col">${write('Day')}</th>${lines.map(([name]) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${days.toReversed().map((day) => html`<tr><td>${formatDay(day.day)}</td>${lines.map(([, read]) => html`<td class="number">${show(read(day))}</td>`)}</tr>`)}</tbody></table></div></details></figure>`
}

function createOptions(element: HTMLElement, lines: Line[]): uPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name)
  const axis = { stroke: color('--soft'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height: 180,
    legend: { show: false },
    cursor: { y: false },
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      {
        ...axis,
        values: (_, seconds) => seconds.map((one) => formatShortDay(one * 1000)),
      },
      {
        ...axis,
        size: 55,
        values: (_, values) => values.map((one) => (Number.isInteger(one) ? formatNumber(one) : '')),
      },
    ],
    series: [
      {},
      ...lines.map((_, index) => ({ stroke: color(strokes[index] ?? '--accent'), width: 2, points: { show: false } })),
    ],
  }
}
