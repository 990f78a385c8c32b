/** The parts of views: states, badges, facts, buttons that ask for a reason, and lists. */

import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  callApi,
  downloadCsv,
  formatNumber,
  go,
  html,
  type Loaded,
  type Page,
  toRefusal,
  useLoaded,
  usePlace,
  write,
} from './kit.ts'
import { nameState } from './names.ts'

/** Shows what was loaded, or why it is not there; `whole` for what makes up the page, which then needs a heading. */
export function Show<T>({ loaded, whole = false, children }: ShowProps<T>): VNode {
  if (loaded.state === 'loading') return html`<p class="soft" role="status">${write('Loading…')}</p>`
  if (loaded.state === 'ready') return children(loaded.value)
  const { status, message } = loaded.error
  const title = status === 404 ? write('This is not there.') : status === 403 ? write('You may not see this.') : message
  return html`<div class="notice bad" role="alert">${whole ? html`<h1>${title}</h1>` : html`<p>${title}</p>`}</div>`
}

interface ShowProps<T> {
  loaded: Loaded<T>
  whole?: boolean
  children: (value: T) => VNode
}

/** A state as a word, with a color besides. */
export const Badge = ({ state }: { state: string }): VNode =>
  html`<span class=${`badge ${tones[state] ?? ''}`}>${nameState(state)}</span>`

const tones: Record<string, string> = {
  active: 'good',
  succeeded: 'good',
  sent: 'good',
  done: 'good',
  issued: 'good',
  open: 'good',
  published: 'good',
  public: 'good',
  suspended: 'bad',
  failed: 'bad',
  dead: 'bad',
  refused: 'bad',
  hidden: 'bad',
  past_due: 'bad',
  revoked: 'bad',
  warning: 'bad',
  waiting: 'warn',
  pending: 'warn',
  ending: 'warn',
  due: 'warn',
  notice: 'warn',
  draft: 'warn',
}

/** Names and values, one below the other. */
export const Facts = ({ rows }: { rows: [name: string, value: unknown][] }): VNode =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

interface ActProps {
  label: string
  /** What happens, said before it does. */
  explain: string
  method?: string
  path: string
  /** Fields besides the reason. */
  fields?: ActField[]
  needsReason?: boolean
  /** Makes the body of what was entered. */
  body?: (entered: Record<string, string>) => object
  done: (message: string) => void
  tone?: 'bad'
}

interface ActField {
  name: string
  label: string
  type?: 'text' | 'number' | 'select' | 'checkbox'
  options?: [value: string, name: string][]
  value?: string
}

/** A button that asks for a reason, sends the act, and says what came of it. */
export function Act({ label, explain, tone, ...act }: ActProps): VNode {
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  const close = () => {
    setProblem('')
    setOpen(false)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { message } = await sendAct(act, readForm(event))
      close()
      act.done(message)
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
    setBusy(false)
  }
  return html`<span class="act"><button type="button" class=${tone ?? ''} onClick=${() => setOpen(true)}>${label}</button>
${
  isOpen &&
  html`<dialog ref=${dialog} onClose=${close} aria-label=${label}><form onSubmit=${submit}>
<h2>${label}</h2><p>${explain}</p>
${(act.fields ?? []).map((field) => html`<${Entry} ...${field} />`)}
<label>${act.needsReason ? write('Reason, which the person is told') : write('Reason, for the audit log')}
<textarea name="reason" rows="3" maxlength="2000" required=${act.needsReason ?? false}></textarea></label>
${problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`}
<div class="buttons"><button class=${tone ?? 'main'} disabled=${busy}>${label}</button>
<button type="button" onClick=${() => dialog.current?.close()}>${write('Cancel')}</button></div>
</form></dialog>`
}</span>`
}

const readForm = (event: SubmitEvent): Record<string, string> =>
  Object.fromEntries([...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [name, String(value)]))

function sendAct(
  { method = 'POST', path, body }: Pick<ActProps, 'method' | 'path' | 'body'>,
  entered: Record<string, string>,
) {
  const { reason = '' } = entered
  const given = { ...body?.(entered), ...(reason === '' ? {} : { reason }) }
  if (method !== 'DELETE') return callApi<{ message: string }>(method, path, given)
  return callApi<{ message: string }>(method, reason === '' ? path : `${path}?${new URLSearchParams({ reason })}`)
}

function Entry({ name, label, type = 'text', options = [], value = '' }: ActField): VNode {
  if (type === 'checkbox')
    return html`<label class="check"><input type="checkbox" name=${name} value="true" /> ${label}</label>`
  if (type === 'select')
    return html`<label>${label}<select name=${name}>${options.map(([one, text]) => html`<option value=${one} selected=${one === value}>${text}</option>`)}</select></label>`
  return html`<label>${label}<input name=${name} type=${type} step="any" value=${value} required /></label>`
}

export interface Column<Row> {
  name: string
  show: (row: Row) => unknown
  /** Right-aligned figures. */
  number?: boolean
}

export interface Filter {
  name: string
  label: string
  /** Without options, a text. */
  options?: [value: string, name: string][]
}

interface ListProps<Row> {
  /** The operation, with what never changes. */
  path: string
  /** The name of the file of all rows. */
  file?: string
  label: string
  columns: Column<Row>[]
  filters?: Filter[]
  /** Where a row leads. */
  open?: (row: Row) => string
  empty: string
  children?: ComponentChildren
}

/** A list with filters, pages, all rows as a file, and rows that arrow keys reach. Its state is in the address. */
export function List<Row extends { id?: number }>(props: ListProps<Row>): VNode {
  const { path, file, label, columns, filters = [], open, empty } = props
  const place = usePlace()
  const asked = new URLSearchParams(
    [...place.query].filter(
      ([name, value]) => value !== '' && (name === 'page' || filters.some((one) => one.name === name)),
    ),
  )
  const address = `${path}${path.includes('?') ? '&' : '?'}${asked}`
  const [loaded] = useLoaded(() => callApi<Page<Row>>('GET', address), address)
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(place.query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    if (name !== 'page') next.delete('page')
    go(`${place.path}${next.size > 0 ? `?${next}` : ''}`, name !== 'page')
  }
  return html`<div>
<div class="filters" role="search">${filters.map((filter) => html`<${FilterField} ...${filter} value=${place.query.get(filter.name) ?? ''} set=${set} />`)}
${file !== undefined && html`<button type="button" onClick=${() => downloadCsv(address, file)}>${write('Download CSV')}</button>`}</div>
<${Show} loaded=${loaded}>${(page: Page<Row>) =>
    page.data.length === 0
      ? html`<p class="soft empty">${empty}</p>`
      : html`<${Table} label=${label} columns=${columns} rows=${page.data} open=${open} /><${Pages} meta=${page.meta} set=${set} />`}<//>
</div>`
}

function FilterField({
  name,
  label,
  options,
  value,
  set,
}: Filter & { value: string; set: (name: string, value: string) => void }): VNode {
  if (options !== undefined)
    return html`<label>${label}<select value=${value} onChange=${(event: Event) => set(name, (event.target as HTMLSelectElement).value)}>
<option value="">${write('All')}</option>${options.map(([one, text]) => html`<option value=${one} selected=${one === value}>${text}</option>`)}</select></label>`
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    set(name, readForm(event)[name] ?? '')
  }
  return html`<form onSubmit=${submit}><label>${label}<input type="search" name=${name} value=${value} key=${value} /></label></form>`
}

/** A table whose rows are reached by arrow keys and opened by Enter. */
export function Table<Row extends { id?: number }>({
  label,
  columns,
  rows,
  open,
}: Pick<ListProps<Row>, 'label' | 'columns' | 'open'> & { rows: Row[] }): VNode {
  const move = (event: KeyboardEvent, row: Row) => {
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

function Pages({ meta, set }: { meta: Page<unknown>['meta']; set: (name: string, value: string) => void }): VNode {
  const { total, current_page: page, last_page: last, from, to } = meta
  return html`<nav class="pages" aria-label=${write('Pages')}>
<button type="button" disabled=${page <= 1} onClick=${() => set('page', String(page - 1))}>${write('Previous')}</button>
<span role="status">${write('{from} to {to} of {total}', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}</span>
<button type="button" disabled=${page >= last} onClick=${() => set('page', String(page + 1))}>${write('Next')}</button></nav>`
}
