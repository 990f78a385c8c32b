/** Reports of users, and what users have published. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Content, Report } from '#pages/contract.ts'
import { html, Link, readData, Time, useLoaded, usePlace, write } from './kit.ts'
import { renderList, sortChoice } from './list.ts'
import { contentKinds, nameKind, stateOptions } from './names.ts'
import { Badge, Facts, renderAct, Show } from './parts.ts'
import { Roster } from './roster.ts'

const contentPath = (kind: string, id: number) => `/content/${kind}-${id}`

export function Reports({ tell }: { tell: (message: string) => void }): VNode {
  const [round, setRound] = useState(0)
  const done = (message: string) => {
    tell(message)
    setRound(round + 1)
  }
  const decide = (row: Report) =>
    row.decision !== null
      ? html`<${Badge} state=${row.decision} />`
      : html`<div class="buttons">${renderAct({ label: write('Hide'), tone: 'bad', needsReason: true, explain: write('Others do not see it any more, and all reports about it are decided.'), operation: 'POST /admin/reports/{id}/decide', parameters: { id: row.id }, body: () => ({ decision: 'hidden' }), done })}
${renderAct({ label: write('Dismiss'), explain: write('It stays as it is.'), operation: 'POST /admin/reports/{id}/decide', parameters: { id: row.id }, body: () => ({ decision: 'dismissed' }), done })}</div>`
  return html`<h1>${write('Reports')}</h1>${renderList({
    key: round,
    operation: 'GET /admin/reports',
    file: 'reports',
    label: write('Reports'),
    empty: write('Nothing is reported.'),
    filters: [
      { name: 'state', label: write('State'), options: stateOptions('open', 'hidden', 'dismissed') },
      sortChoice(),
    ],
    columns: [
      {
        name: write('What'),
        show: (row: Report) =>
          html`<strong><${Link} to=${contentPath(row.kind, row.content_id)}><bdi>${row.title}</bdi><//></strong><br /><span class="soft">${nameKind(row.kind)} · <${Link} to=${`/people/${row.owner_id}`}><bdi>${row.owner_name}</bdi><//></span>`,
      },
      { name: write('Reason'), show: (row: Report) => html`<bdi>${row.reason}</bdi>` },
      {
        name: write('From'),
        show: (row: Report) =>
          row.reporter_id === null
            ? '–'
            : html`<${Link} to=${`/people/${row.reporter_id}`}><bdi>${row.reporter_name}</bdi><//>`,
      },
      { name: write('When'), show: (row: Report) => html`<${Time} at=${row.created_at} />` },
      { name: write('Decision'), show: decide },
    ],
  })}`
}

const [firstKind = '', ...otherKinds] = contentKinds

/** Hides the content, or shows it again. */
const Decision = ({ row, done }: { row: Content; done: (message: string) => void }): VNode =>
  row.hidden_at === null
    ? renderAct({
        label: write('Hide'),
        tone: 'bad',
        needsReason: true,
        explain: write('Others do not see it any more, and all reports about it are decided.'),
        operation: 'POST /admin/content/{kind}/{id}/hide',
        parameters: { kind: row.kind, id: row.id },
        done,
      })
    : renderAct({
        label: write('Show again'),
        explain: write('It gets its former status back.'),
        operation: 'POST /admin/content/{kind}/{id}/restore',
        parameters: { kind: row.kind, id: row.id },
        done,
      })

export function ContentPage({ tell }: { tell: (message: string) => void }): VNode {
  const [round, setRound] = useState(0)
  const { query } = usePlace()
  const kind = query.get('kind') ?? firstKind
  const done = (message: string) => {
    tell(message)
    setRound(round + 1)
  }
  const act = (row: Content) => html`<${Decision} row=${row} done=${done} />`
  return html`<h1>${write('Content')}</h1>${renderList({
    key: round,
    operation: 'GET /admin/content',
    file: kind,
    label: nameKind(kind),
    empty: write('Nothing matches.'),
    filters: [
      {
        name: 'kind',
        label: write('Kind'),
        none: nameKind(firstKind),
        options: otherKinds.map((one) => [one, nameKind(one)]),
      },
      { name: 'search', label: write('Words of the title or text') },
      { name: 'hidden', label: write('State'), options: [['true', write('hidden')]] },
      sortChoice(),
    ],
    columns: [
      {
        name: write('Title'),
        show: (row: Content) => html`<${Link} to=${contentPath(row.kind, row.id)}><bdi>${row.title}</bdi><//>`,
      },
      {
        name: write('Owner'),
        show: (row: Content) => html`<${Link} to=${`/people/${row.owner_id}`}><bdi>${row.owner_name}</bdi><//>`,
      },
      {
        name: write('State'),
        show: (row: Content) => html`<${Badge} state=${row.hidden_at === null ? row.status : 'hidden'} />`,
      },
      { name: write('Since'), show: (row: Content) => html`<${Time} at=${row.created_at} />` },
      { name: write('Act'), show: act },
    ],
  })}`
}

type ObjectOperation =
  | 'GET /job-posts/{id}'
  | 'GET /courses/{id}'
  | 'GET /exams/{id}'
  | 'GET /projects/{id}'
  | 'GET /researchers/details/{id}'
  | 'GET /companies/{id}'

/** Where the API shows the content itself. */
const objects: Partial<Record<string, ObjectOperation>> = {
  job_post: 'GET /job-posts/{id}',
  course: 'GET /courses/{id}',
  exam: 'GET /exams/{id}',
  project: 'GET /projects/{id}',
  researcher: 'GET /researchers/details/{id}',
  company: 'GET /companies/{id}',
}

/** What is not text of the author. */
const isNoText = (name: string) =>
  /(^id|_id|_at|_url|_date|^url|^status|^access|^visibility|^currency|^level|^instructor|^owner|^recruiter|^user|^evidence)$/.test(
    name,
  )

/** Lists the texts of an object and its parts, each once. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(listTexts)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (isNoText(name) ? [] : listTexts(part)))
}

/** Reported or listed content, with its texts. `place` is the kind and the id. */
export function ContentView({ place, tell }: { place: string; tell: (message: string) => void }): VNode {
  const [, kind = '', id = ''] = /^(\w+)-(\d+)$/.exec(place) ?? []
  const read = async () => {
    const detail = await readData('GET /admin/content/{kind}/{id}', { kind, id })
    const operation = objects[kind]
    return { detail, object: operation === undefined ? detail.text : await readData(operation, { id }) }
  }
  const [loaded, reload] = useLoaded(read, place)
  const done = (message: string) => {
    tell(message)
    reload()
  }
  return html`<p><${Link} to="/reports">${write('Reports')}<//> · <${Link} to="/content">${write('Content')}<//></p>
<${Show} whole loaded=${loaded}>${({ detail, object }: Awaited<ReturnType<typeof read>>) => html`
<h1><bdi>${detail.title}</bdi> <${Badge} state=${detail.hidden_at === null ? detail.status : 'hidden'} /></h1>
<${Facts} rows=${[
    [write('Kind'), nameKind(detail.kind)],
    [write('Owner'), html`<${Link} to=${`/people/${detail.owner_id}`}><bdi>${detail.owner_name}</bdi><//>`],
    [write('Since'), html`<${Time} at=${detail.created_at} />`],
    [write('Open reports'), detail.open_reports],
    ...detail.causes.map(({ reason }): [string, unknown] => [write('Reason'), html`<bdi>${reason}</bdi>`]),
  ]} />
<div class="buttons"><${Decision} row=${detail} done=${done} /></div>
${detail.files.map(({ filename, url }) => html`<p><a href=${url}><bdi>${filename}</bdi></a></p>`)}
${[...new Set(listTexts(object))].map((text) => html`<p dir="auto">${text}</p>`)}
${['exam', 'course'].includes(kind) && html`<${Roster} kind=${kind} id=${id} tell=${tell} />`}`}<//>`
}
