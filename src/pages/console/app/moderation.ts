/** Reports of users, and what users have published. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { html, Link, Time, usePlace, write } from './kit.ts'
import { List, sortChoice } from './list.ts'
import { contentKinds, nameKind, stateOptions } from './names.ts'
import { Act, Badge } from './parts.ts'

interface Report {
  id: number
  kind: string
  content_id: number
  title: string
  owner_id: number
  owner_name: string
  reporter_id: number | null
  reporter_name: string
  reason: string
  created_at: string
  decision: string | null
  decision_reason: string
}

interface Content {
  id: number
  kind: string
  title: string
  owner_id: number
  owner_name: string
  status: string
  hidden_at: string | null
  created_at: string
}

export function Reports({ tell }: { tell: (message: string) => void }): VNode {
  const [round, setRound] = useState(0)
  const done = (message: string) => {
    tell(message)
    setRound(round + 1)
  }
  const decide = (row: Report) =>
    row.decision !== null
      ? html`<${Badge} state=${row.decision} />`
      : html`<div class="buttons"><${Act} label=${write('Hide')} tone="bad" needsReason explain=${write('Others do not see it any more, and all reports about it are decided.')} path=${`/admin/reports/${row.id}/decide`} body=${() => ({ decision: 'hidden' })} done=${done} />
<${Act} label=${write('Dismiss')} explain=${write('It stays as it is.')} path=${`/admin/reports/${row.id}/decide`} body=${() => ({ decision: 'dismissed' })} done=${done} /></div>`
  return html`<h1>${write('Reports')}</h1><${List} key=${round} path="/admin/reports" file="reports" label=${write('Reports')} empty=${write('Nothing is reported.')}
filters=${[{ name: 'state', label: write('State'), options: stateOptions('open', 'hidden', 'dismissed') }, sortChoice()]}
columns=${[
    {
      name: write('What'),
      show: (row: Report) =>
        html`<strong><bdi>${row.title}</bdi></strong><br /><span class="soft">${nameKind(row.kind)} · <${Link} to=${`/people/${row.owner_id}`}><bdi>${row.owner_name}</bdi><//></span>`,
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
  ]} />`
}

const [firstKind = '', ...otherKinds] = contentKinds

export function ContentPage({ tell }: { tell: (message: string) => void }): VNode {
  const [round, setRound] = useState(0)
  const { query } = usePlace()
  const kind = query.get('kind') ?? firstKind
  const done = (message: string) => {
    tell(message)
    setRound(round + 1)
  }
  const act = (row: Content) =>
    row.hidden_at === null
      ? html`<${Act} label=${write('Hide')} tone="bad" needsReason explain=${write('Others do not see it any more, and all reports about it are decided.')} path=${`/admin/content/${row.kind}/${row.id}/hide`} done=${done} />`
      : html`<${Act} label=${write('Show again')} explain=${write('It gets its former status back.')} path=${`/admin/content/${row.kind}/${row.id}/restore`} done=${done} />`
  return html`<h1>${write('Content')}</h1><${List} key=${round} path="/admin/content" file=${kind} label=${nameKind(kind)} empty=${write('Nothing matches.')}
filters=${[
    {
      name: 'kind',
      label: write('Kind'),
      none: nameKind(firstKind),
      options: otherKinds.map((one) => [one, nameKind(one)]),
    },
    { name: 'search', label: write('Words of the title or text') },
    { name: 'hidden', label: write('State'), options: [['true', write('hidden')]] },
    sortChoice(),
  ]}
columns=${[
    { name: write('Title'), show: (row: Content) => html`<bdi>${row.title}</bdi>` },
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
  ]} />`
}
