/** What an object has, with the words of the API description: facts, long texts, and tables of its parts. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Part, views } from './catalogue.ts'
import {
  formatDay,
  formatList,
  formatMoney,
  formatMoneyRange,
  formatNumber,
  html,
  Link,
  readData,
  Time,
  useLoaded,
  write,
} from './kit.ts'
import { renderTable } from './list.ts'
import { Facts } from './parts.ts'

type Values = Readonly<Record<string, unknown>>

/** A longer text is folded after its first lines. */
const longestText = 400

const isFilled = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

export const contentPath = (kind: string, id: number | string) => `/content/${kind}-${id}`

/** A link with the title of what it leads to. */
function Reference({ kind, id }: { kind: string; id: number }): VNode {
  const [loaded] = useLoaded(() => readData('GET /admin/content/{kind}/{id}', { kind, id }), `${kind} ${id}`)
  const title = loaded.state === 'ready' ? loaded.value.title : formatNumber(id)
  const to = kind === 'company' ? `/companies/${id}` : contentPath(kind, id)
  return html`<${Link} to=${to}><bdi>${title}</bdi><//>`
}

const showAddress = (address: string) =>
  /^https?:/.test(address)
    ? html`<a href=${address} target="_blank" rel="noopener noreferrer"><bdi>${address}</bdi></a>`
    : html`<bdi>${address}</bdi>`

/** Shows one value; `values` has what stands beside it, such as the currency of an amount. */
function showValue(part: Part, value: unknown, values: Values): unknown {
  if (!isFilled(value)) return '–'
  const text = String(value)
  switch (part.kind) {
    case 'flag':
      return value === true ? write('yes') : write('no')
    case 'number':
      return formatNumber(Number(value))
    case 'amount':
      return formatMoney(Number(value), String(values.currency))
    case 'salary':
      return formatMoneyRange([Number(value), Number(values.salary_max)], String(values.currency))
    case 'day':
      return formatDay(text)
    case 'moment':
      return html`<${Time} at=${text} />`
    case 'word':
      return part.words?.[text] ?? text.replaceAll('_', ' ')
    case 'address':
      return showAddress(text)
    case 'reference':
      return html`<${Reference} kind=${part.to ?? ''} id=${Number(value)} />`
    case 'object':
      return html`<${Inner} parts=${part.parts ?? []} values=${value as Values} />`
    default:
      return html`<bdi>${text}</bdi>`
  }
}

/** Shows the value of a part, which may be several. */
function showPart(part: Part, values: Values): unknown {
  const value = values[part.name]
  if (!Array.isArray(value) || part.kind === 'rows') return showValue(part, value, values)
  if (value.length === 0) return '–'
  if (part.kind === 'word') return formatList(value.map((one) => String(showValue(part, one, values))))
  return html`${value.map((one, index) => html`${index > 0 && ', '}${showValue(part, one, values)}`)}`
}

/** The parts of an object within another: each on a line. */
const Inner = ({ parts, values }: { parts: readonly Part[]; values: Values }): VNode =>
  html`${parts.filter(({ name }) => isFilled(values[name])).map((part) => html`<div><span class="soft">${part.label}</span> ${showPart(part, values)}</div>`)}`

function Text({ text }: { text: string }): VNode {
  const [isOpen, setOpen] = useState(text.length <= longestText)
  if (isOpen) return html`<p class="text" dir="auto">${text}</p>`
  return html`<p class="text" dir="auto">${text.slice(0, longestText)}…</p>
<button type="button" onClick=${() => setOpen(true)}>${write('Show all')}</button>`
}

const isLong = (part: Part, value: unknown) =>
  part.kind === 'text' && !part.isList && typeof value === 'string' && (value.length > 80 || value.includes('\n'))

/** Shows the filled parts of content: short ones as facts, long texts and rows below. */
export function ContentParts({ kind, object }: { kind: string; object: object }): VNode {
  const values = object as Values
  // A link with the name says more than the name alone.
  const parts = (views[kind] ?? []).filter(({ name }) => isFilled(values[name]) && !isFilled(values[`${name}_id`]))
  const isBelow = (part: Part) => part.kind === 'rows' || isLong(part, values[part.name])
  const facts = parts.filter((part) => !isBelow(part))
  return html`${facts.length > 0 && html`<${Facts} rows=${facts.map((part) => [part.label, showPart(part, values)])} />`}
${parts.filter((part) => isLong(part, values[part.name])).map((part) => html`<section><h2>${part.label}</h2><${Text} text=${String(values[part.name])} /></section>`)}
${parts.filter(({ kind: one }) => one === 'rows').map((part) => html`<section><h2>${part.label}</h2><${Rows} part=${part} rows=${values[part.name]} /></section>`)}`
}

/** Shows rows with the columns that are filled in one of them. */
function Rows({ part: { label, parts = [] }, rows }: { part: Part; rows: unknown }): VNode {
  const list = rows as readonly Values[]
  const columns = parts
    .filter(({ name }) => list.some((row) => isFilled(row[name])))
    .map((part) => ({
      name: part.label,
      number: part.kind === 'number' || part.kind === 'amount',
      show: (row: Values) => showPart(part, row),
    }))
  return renderTable({ label, columns, rows: list })
}
