/** The audit log, and certificates. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { AuditRow, Certificate } from '#pages/contract.ts'
import { nameAct, nameObject } from './act-names.ts'
import { formatDay, formatTime, go, html, Link, readData, Time, useLoaded, usePlace, write } from './kit.ts'
import { type Column, renderList, renderTable } from './list.ts'
import { nameValue } from './names.ts'
import { Badge, createDone, renderAct, Show, type Tell } from './parts.ts'

export function Audit(): VNode {
  const showsReads = usePlace().query.get('reads') === 'true'
  const [head] = useLoaded(() => readData('GET /admin/audit/head'), 'head')
  return html`<h1>${write('Audit log')}</h1>
${head.state === 'ready' && html`<p class="soft">${write('Last hash')} <code class="hash">${head.value.hash.slice(0, 16)}…</code>${head.value.signed !== null && html` · ${write('Signed')} ${formatTime(head.value.signed.signed_at)}`}</p>`}
${renderList({
  operation: 'GET /admin/audit',
  parameters: showsReads ? {} : { reads: false },
  file: 'audit',
  label: write('Audit log'),
  empty: write('Nothing matches.'),
  columns: [
    {
      name: write('Act'),
      show: (row: AuditRow) =>
        html`${nameAct(row.action)}${row.object !== null && html` <span class="soft">${nameObject(row.object.kind)} <bdi>${row.object.id}</bdi></span>`}<br /><code class="soft">${row.action}</code>`,
    },
    { name: write('Outcome'), show: (row: AuditRow) => html`<${Badge} state=${row.outcome} />` },
    {
      name: write('Who'),
      show: (row: AuditRow) =>
        html`${nameValue('actor', row.actor)}${row.actor_id !== null && html`<br /><${Link} to=${`/people/${row.actor_id}`}><bdi>${row.actor_name}</bdi><//>`}`,
    },
    { name: write('When'), show: (row: AuditRow) => html`<${Time} at=${row.created_at} />` },
    { name: write('Details'), show: (row: AuditRow) => html`<${Details} row=${row} />` },
    { name: write('No.'), number: true, show: (row: AuditRow) => row.id },
  ],
})}`
}

function Details({ row: { changes, reason, address, erased } }: { row: AuditRow }): VNode {
  if (erased) return html`<span class="soft">${write('Erased with the account.')}</span>`
  const names = [...new Set([...Object.keys(changes?.before ?? {}), ...Object.keys(changes?.after ?? {})])]
  const text = (side: Record<string, unknown> | null | undefined, name: string) =>
    side && name in side ? JSON.stringify(side[name]) : '–'
  return html`<div>${reason !== null && html`<p><bdi>${reason}</bdi></p>`}
${(names.length > 0 || address !== null) && html`<details><summary>${write('Details')}</summary>${names.map((name) => html`<p class="change"><code>${name}</code> <bdi>${text(changes?.before, name)}</bdi> → <bdi>${text(changes?.after, name)}</bdi></p>`)}${address !== null && html`<p class="soft">${write('Network address')} <bdi>${address}</bdi></p>`}</details>`}</div>`
}

export function Certificates({ tell }: { tell: Tell }): VNode {
  const { query } = usePlace()
  const [code, user] = [query.get('verification_code') ?? '', query.get('user_id') ?? '']
  const asked = { ...(code !== '' && { verification_code: code }), ...(user !== '' && { user_id: user }) }
  const isAsked = code !== '' || user !== ''
  const [loaded, reload] = useLoaded(
    () => (isAsked ? readData('GET /certificates', asked) : Promise.resolve([])),
    JSON.stringify(asked),
  )
  const [entered, setEntered] = useState(code || user)
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    const name = /^\d{1,9}$/.test(entered.trim()) ? 'user_id' : 'verification_code'
    go(`/certificates?${new URLSearchParams({ [name]: entered.trim() })}`)
  }
  const done = createDone(tell, reload)
  const columns: Column<Certificate>[] = [
    {
      name: write('Title'),
      show: (row) => html`<bdi>${row.title}</bdi>`,
    },
    { name: write('Code'), show: (row) => html`<code>${row.verification_code}</code>` },
    { name: write('Issued'), show: (row) => formatDay(row.issued_date) },
    { name: write('State'), show: ({ verified }) => html`<${Badge} state=${verified ? 'issued' : 'revoked'} />` },
    {
      name: write('Act'),
      show: (row) =>
        row.verified &&
        renderAct({
          label: write('Revoke'),
          tone: 'bad',
          isReasonTold: true,
          explain: write('Its verification page shows that it is revoked. Its holder can read the reason.'),
          operation: 'POST /certificates/{id}/revoke',
          parameters: { id: row.id },
          done,
        }),
    },
  ]
  return html`<h1>${write('Certificates')}</h1>
<form class="filters" role="search" onSubmit=${search}><label>${write('Verification code, or id of the person')}<input type="search" value=${entered} onInput=${(event: Event) => setEntered((event.target as HTMLInputElement).value)} required /></label><button class="main">${write('Find')}</button></form>
<${Show} loaded=${loaded}>${(rows: Certificate[]) => (rows.length === 0 ? html`<p class="soft empty">${isAsked ? write('Nothing matches.') : write('Find a certificate by its code, or those of a person.')}</p>` : renderTable({ label: write('Certificates'), rows, columns }))}<//>`
}
