/** The import of people from a file: the verdict of each row first, then invitations with their progress. */

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PeopleImport as Import, PeopleImportRow as Row } from '#pages/contract.ts'
import type { FormValues } from '../../modules/form-values.ts'
import { buildBody, Fields, FormAlert, listFields, readEntered } from './form.ts'
import {
  callApi,
  downloadCsv,
  formatNumber,
  html,
  Link,
  type Refusal,
  readData,
  Time,
  toCall,
  toRefusal,
  write,
} from './kit.ts'
import { renderList, renderTable } from './list.ts'
import { Badge, Email, Facts, type Tell } from './parts.ts'
import { readTextFile } from './text-file.ts'

const operation = 'POST /admin/users/import'
const optionalColumns = 'role, locale, courses, exams, company, company_role'

/** Rows of a preview that the page shows; the refused ones come first. */
const shownRows = 200
const pollEveryMs = 1_000

export function PeopleImport({ tell }: { tell: Tell }): VNode {
  const [csv, setCsv] = useState('')
  const [entered, setEntered] = useState<FormValues>({})
  const [preview, setPreview] = useState<Import | null>(null)
  const [running, setRunning] = useState<Import | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (isPreview: boolean) => {
    setBusy(true)
    setRefusal(null)
    try {
      const { data } = await callApi(
        operation,
        {},
        { ...buildBody(listFields(operation), entered), csv, preview: isPreview },
      )
      setPreview(isPreview ? data : null)
      if (!isPreview) setRunning(data)
    } catch (error) {
      setPreview(null)
      setRefusal(toRefusal(error))
    }
    setBusy(false)
  }
  const choose = async (event: Event) => {
    setPreview(null)
    const file = (event.target as HTMLInputElement).files?.[0]
    setCsv(file === undefined ? '' : await readTextFile(file))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // It shows its errors.
    void send(true)
  }
  return html`<p><${Link} to="/people">${write('People')}<//></p><h1>${write('Import people')}</h1>
<p>${write('A CSV file with the columns name and email, and {columns} if you like. Nobody is invited before you have seen what comes of each row.', { columns: optionalColumns })}</p>
<form class="stacked" onSubmit=${submit} onInput=${(event: Event) => setEntered(readEntered(event.currentTarget))}>
<label>${write('File')}<input type="file" accept=".csv,text/csv,text/plain" required onChange=${choose} /></label>
<${Fields} fields=${listFields(operation)} />
<${FormAlert} refusal=${refusal} fields=${listFields(operation)} />
<div class="buttons"><button disabled=${busy || csv === ''}>${write('Check the file')}</button></div></form>
${preview !== null && html`<${Preview} preview=${preview} busy=${busy} invite=${() => send(false)} />`}
${running !== null && html`<${Progress} start=${running} tell=${tell} />`}
<h2>${write('Imports')}</h2>
${renderList({
  operation: 'GET /admin/users/imports',
  label: write('Imports'),
  empty: write('Nothing was imported in the last 30 days.'),
  columns: [
    { name: write('Began'), show: (row: Import) => html`<${Time} at=${row.created_at} />` },
    { name: write('State'), show: (row: Import) => html`<${Badge} state=${row.status} />` },
    { name: write('Rows'), number: true, show: (row: Import) => formatNumber(row.total) },
    { name: write('Invited'), number: true, show: (row: Import) => formatNumber(row.invited) },
    { name: write('Refused'), number: true, show: (row: Import) => formatNumber(row.refused) },
  ],
})}`
}

const listCounts = ({ total, invited, existing, refused }: Import): [string, unknown][] => [
  [write('Rows'), formatNumber(total)],
  [write('Invited'), formatNumber(invited)],
  [write('Have an account'), formatNumber(existing)],
  [write('Refused'), formatNumber(refused)],
]

function Preview({ preview, busy, invite }: { preview: Import; busy: boolean; invite: () => void }): VNode {
  const rows = preview.rows.toSorted((a, b) => Number(b.verdict === 'refused') - Number(a.verdict === 'refused'))
  const more = rows.length - shownRows
  return html`<section aria-label=${write('What comes of each row')}><h2>${write('What comes of each row')}</h2>
<${Facts} rows=${listCounts(preview)} />
<div class="buttons"><button type="button" class="main" disabled=${busy || preview.invited === 0} onClick=${invite}>${write('Invite {count, plural, one {one person} other {{count} people}}', { count: preview.invited })}</button></div>
${renderTable({
  label: write('Rows'),
  rows: rows.slice(0, shownRows),
  columns: [
    { name: write('Line'), number: true, show: (row: Row) => formatNumber(row.line) },
    { name: write('Name'), show: (row: Row) => html`<bdi>${row.name}</bdi>` },
    { name: write('E-mail'), show: (row: Row) => html`<${Email} address=${row.email} />` },
    {
      name: write('State'),
      show: (row: Row) => html`<${Badge} state=${row.verdict} /> ${row.messages.join(' ')}`,
    },
  ],
})}
${more > 0 && html`<p class="soft">${write('{count, plural, one {One more row is not shown here.} other {{count} more rows are not shown here.}}', { count: more })}</p>`}</section>`
}

/** How far the invitations are, read each second until all are sent. */
function Progress({ start, tell }: { start: Import; tell: Tell }): VNode {
  const [state, setState] = useState(start)
  useEffect(() => {
    setState(start)
    const timer = setInterval(async () => {
      // The next moment asks again.
      const next = await readData('GET /admin/users/imports/{id}', { id: String(start.id) }).catch(() => null)
      if (next === null) return
      setState(next)
      if (next.status !== 'finished') return
      clearInterval(timer)
      tell(write('The import is finished.'))
    }, pollEveryMs)
    return () => clearInterval(timer)
  }, [start.id])
  const done = state.total - state.waiting
  return html`<section aria-label=${write('Progress')}><h2>${write('Progress')}</h2>
<p><progress aria-label=${write('Progress')} max=${state.total} value=${done}></progress> ${formatNumber(done)} / ${formatNumber(state.total)}</p>
<${Facts} rows=${listCounts(state)} />
<div class="buttons"><button type="button" onClick=${() => downloadCsv(toCall('GET /admin/users/imports/{id}/rows', { id: String(state.id) }), `import-${state.id}`)}>${write('Download CSV')}</button></div></section>`
}
