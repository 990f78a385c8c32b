/** Reports of users, and what users have published. */

import type { VNode } from 'preact'
import type { Content, Report } from '#pages/contract.ts'
import { ContentParts, contentPath } from './content-parts.ts'
import { html, Link, readData, Time, useLoaded, usePlace, write } from './kit.ts'
import { renderList } from './list.ts'
import { nameKind } from './names.ts'
import { Badge, createDone, Facts, renderAct, Show, type Tell, useActs } from './parts.ts'
import { Roster } from './roster.ts'

const ShowAgain = ({ kind, id, done }: { kind: string; id: number; done: Tell }): VNode =>
  renderAct({
    label: write('Show again'),
    explain: write('It gets its former status back.'),
    operation: 'POST /admin/content/{kind}/{id}/restore',
    parameters: { kind, id },
    done,
  })

export function Reports({ tell }: { tell: Tell }): VNode {
  const [round, done] = useActs(tell)
  const decide = (row: Report) =>
    row.decision !== null
      ? html`<${Badge} state=${row.decision} /> ${row.decision === 'hidden' && html`<${ShowAgain} kind=${row.kind} id=${row.content_id} done=${done} />`}`
      : html`<div class="buttons">${renderAct({ label: write('Hide'), tone: 'bad', isReasonTold: true, explain: write('Others do not see it any more, and all reports about it are decided.'), operation: 'POST /admin/reports/{id}/decide', parameters: { id: row.id }, further: () => ({ decision: 'hidden' }), done })}
${renderAct({ label: write('Dismiss'), explain: write('It stays as it is.'), operation: 'POST /admin/reports/{id}/decide', parameters: { id: row.id }, further: () => ({ decision: 'dismissed' }), done })}</div>`
  return html`<h1>${write('Reports')}</h1>${renderList({
    key: round,
    operation: 'GET /admin/reports',
    file: 'reports',
    label: write('Reports'),
    empty: write('Nothing is reported.'),
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

interface DecisionProps {
  row: Pick<Content, 'kind' | 'id' | 'hidden_at'>
  done: Tell
}

/** Hides the content, or shows it again. */
export const Decision = ({ row, done }: DecisionProps): VNode =>
  row.hidden_at === null
    ? renderAct({
        label: write('Hide'),
        tone: 'bad',
        isReasonTold: true,
        explain: write('Others do not see it any more, and all reports about it are decided.'),
        operation: 'POST /admin/content/{kind}/{id}/hide',
        parameters: { kind: row.kind, id: row.id },
        done,
      })
    : html`<${ShowAgain} kind=${row.kind} id=${row.id} done=${done} />`

export function ContentPage({ tell }: { tell: Tell }): VNode {
  const { query } = usePlace()
  const kind = query.get('kind') ?? 'job_post'
  const [round, done] = useActs(tell)
  const act = (row: Content) => html`<${Decision} row=${row} done=${done} />`
  return html`<h1>${write('Content')}</h1>${renderList({
    key: round,
    operation: 'GET /admin/content',
    file: kind,
    label: nameKind(kind),
    empty: write('Nothing matches.'),
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

/** Reported or listed content, with all that it has. `place` is the kind and the id. */
export function ContentView({ place, tell }: { place: string; tell: Tell }): VNode {
  const [, kind = '', id = ''] = /^(\w+)-(\d+)$/.exec(place) ?? []
  const read = async () => {
    const detail = await readData('GET /admin/content/{kind}/{id}', { kind, id })
    const operation = objects[kind]
    // What its own operation refuses, such as what its owner has deleted, is shown by its text.
    const object = operation === undefined ? null : await readData(operation, { id }).catch(() => null)
    return { detail, object }
  }
  const [loaded, reload] = useLoaded(read, place)
  const done = createDone(tell, reload)
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
${object === null ? html`<p class="text" dir="auto">${detail.text}</p>` : html`<${ContentParts} kind=${kind} object=${object} />`}
${['exam', 'course'].includes(kind) && html`<${Roster} kind=${kind} id=${id} tell=${tell} />`}`}<//>`
}
