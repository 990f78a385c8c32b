/** Lists with filters, orders, pages, all rows as a file, and rows that arrow keys reach. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ListOperation, Parameters, Row } from '#pages/contract.ts'
import { type Filter, filters } from './catalogue.ts'
import { findFinder, readEntered } from './form.ts'
import { downloadCsv, formatNumber, go, html, type RowPage, readPage, useLoaded, usePlace, write } from './kit.ts'
import { Show } from './parts.ts'
import { Picker } from './picker.ts'

export interface Column<R> {
  name: string
  show: (row: R) => unknown
  /** Right-aligned figures. */
  number?: boolean
}

interface TableProps<R> {
  label: string
  columns: Column<R>[]
  /** Where a row leads. */
  open?: ((row: R) => string) | undefined
}

interface ListProps<O extends ListOperation> extends TableProps<Row<O>> {
  operation: O
  /** The parameters that never change. */
  parameters?: Parameters<O>
  /** The name of the file of all rows. */
  file?: string
  empty: string
  /** Asks for nothing yet, because the list needs a filter. */
  isPaused?: boolean
  /** Another one makes the list anew. */
  key?: string | number
}

const noRows = { data: [], meta: { total: 0, current_page: 1, last_page: 1, from: 0, to: 0 } }

/** A list with filters, pages, all rows as a file, and rows that arrow keys reach. Its state is in the address. */
export const renderList = <O extends ListOperation>(props: ListProps<O>): VNode => html`<${List} ...${props} />`

function List<O extends ListOperation>(props: ListProps<O>): VNode {
  const { operation, parameters, file, label, columns, open, empty, isPaused = false } = props
  const shown = filters[operation] ?? []
  const place = usePlace()
  const asked = Object.fromEntries(
    [...place.query].filter(
      ([name, value]) => value !== '' && (name === 'page' || shown.some((one) => one.name === name)),
    ),
  )
  const all = { ...parameters, ...asked }
  const read = async (): Promise<RowPage<O>> => (isPaused ? noRows : readPage(operation, all))
  const [loaded] = useLoaded(read, JSON.stringify([operation, all]))
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(place.query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    if (name !== 'page') next.delete('page')
    go(`${place.path}${next.size > 0 ? `?${next}` : ''}`, name !== 'page')
  }
  const used = shown.filter(({ name }) => (place.query.get(name) ?? '') !== '').length
  const fields = html`${shown.map((filter) => html`<${FilterField} ...${filter} value=${place.query.get(filter.name) ?? ''} set=${set} />`)}
${file !== undefined && html`<button type="button" onClick=${() => downloadCsv({ operation, parameters: all }, file)}>${write('Download CSV')}</button>`}`
  return html`<div>
<${Filters} used=${used} isEmpty=${shown.length === 0 && file === undefined}>${fields}<//>
<${Show} loaded=${loaded}>${(page: RowPage<O>) =>
    page.data.length === 0
      ? html`<p class="soft empty">${empty}</p>`
      : html`${renderTable({ label, columns, rows: page.data, open })}<${Pages} meta=${page.meta} set=${set} />`}<//>
</div>`
}

const narrow = '(max-width: 50rem)'

/** The fields that narrow a list. On a phone they are folded, so that the page begins with the list. */
function Filters({ used, isEmpty, children }: { used: number; isEmpty: boolean; children: VNode }): VNode | null {
  const [isOpen, setOpen] = useState(() => !matchMedia(narrow).matches)
  if (isEmpty) return null
  return html`<details class="folded" open=${isOpen} onToggle=${(event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
<summary>${write('Filter')}${used > 0 ? html` <span class="count">${formatNumber(used)}</span>` : ''}</summary>
<div class="filters" role="search">${children}</div></details>`
}

type FilterProps = Filter & { value: string; set: (name: string, value: string) => void }

function FilterField({ name, label, choices, input, accept, value, set }: FilterProps): VNode {
  const change = (event: Event) => set(name, (event.target as HTMLInputElement).value)
  if (input === 'select')
    return html`<label>${label}<select value=${value} onChange=${change}>${choices.map((choice) => html`<option value=${choice.value} selected=${choice.value === value}>${choice.text}</option>`)}</select></label>`
  if (input === 'picker')
    return html`<${Picker} key=${value} name=${name} label=${label} find=${findFinder(accept)} isOptional value=${value} change=${(picked: string) => set(name, picked)} />`
  // The list has what is of a time from the beginning of the day on.
  if (input === 'moment')
    return html`<label>${label}<input type="date" value=${value.slice(0, 10)} onChange=${(event: Event) => set(name, toMoment(event))} /></label>`
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    set(name, readEntered(event.target)[name] ?? '')
  }
  return html`<form onSubmit=${submit}><label>${label}<input type="search" name=${name} value=${value} key=${value} /></label></form>`
}

function toMoment(event: Event): string {
  const day = (event.target as HTMLInputElement).value
  return day === '' ? '' : `${day}T00:00:00Z`
}

/** A table whose rows are reached by arrow keys and opened by Enter. */
export const renderTable = <R>(props: TableProps<R> & { rows: readonly R[] }): VNode => html`<${Table} ...${props} />`

function Table<R>({ label, columns, rows, open }: TableProps<R> & { rows: readonly R[] }): VNode {
  const move = (event: KeyboardEvent, row: R) => {
    const current = event.currentTarget as HTMLElement
    if (event.key === 'Enter' && open !== undefined && event.target === current) go(open(row))
    const next =
      event.key === 'ArrowDown'
        ? current.nextElementSibling
        : event.key === 'ArrowUp'
          ? current.previousElementSibling
          : null
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }
  return html`<div class="table" role="region" aria-label=${label} tabindex="0"><table><thead><tr>${columns.map(({ name, number }) => html`<th scope="col" class=${number ? 'number' : ''}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr tabindex=${open === undefined ? undefined : 0} class=${open === undefined ? '' : 'opens'} onKeyDown=${(event: KeyboardEvent) => move(event, row)}
onClick=${(event: MouseEvent) => open !== undefined && !(event.target as Element).closest('a, button, dialog') && go(open(row))}>${columns.map(
        ({ name, show, number }) => html`<td class=${number ? 'number' : ''} data-name=${name}>${show(row)}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`
}

function Pages({
  meta,
  set,
}: {
  meta: RowPage<ListOperation>['meta']
  set: (name: string, value: string) => void
}): VNode {
  const { total, current_page: page, last_page: last, from, to } = meta
  return html`<nav class="pages" aria-label=${write('Pages')}>
<button type="button" disabled=${page <= 1} onClick=${() => set('page', String(page - 1))}>${write('Previous')}</button>
<span role="status">${write('{from} to {to} of {total}', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}</span>
<button type="button" disabled=${page >= last} onClick=${() => set('page', String(page + 1))}>${write('Next')}</button></nav>`
}
