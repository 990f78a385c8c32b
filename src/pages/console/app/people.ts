/** People: the list, and everything about one of them. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Person, PersonDetail, UserRecord } from '#pages/contract.ts'
import { InvitationActs, Invite } from './invitations.ts'
import {
  downloadCsv,
  formatNumber,
  go,
  html,
  Link,
  readData,
  Time,
  toCall,
  toRefusal,
  useLoaded,
  write,
} from './kit.ts'
import { type Column, renderList, renderTable } from './list.ts'
import { nameKind, nameRole } from './names.ts'
import { Badge, createDone, Email, Facts, renderAct, Show, type Tell } from './parts.ts'

export const People = ({ tell }: { tell: Tell }): VNode => html`<h1>${write('People')}</h1>
<div class="buttons"><${Invite} done=${tell} /></div>
<p class="links"><${Link} to="/invitations">${write('Invitations')}<//> <${Link} to="/import">${write('Import people')}<//></p>
${renderList({
  operation: 'GET /admin/users',
  file: 'people',
  label: write('People'),
  open: ({ id }: Person) => `/people/${id}`,
  empty: write('Nobody matches.'),
  columns: [
    { name: write('Name'), show: (row: Person) => html`<${Link} to=${`/people/${row.id}`}><bdi>${row.name}</bdi><//>` },
    { name: write('E-mail'), show: (row: Person) => html`<${Email} address=${row.email} />` },
    { name: write('Role'), show: (row: Person) => nameRole(row.role) },
    { name: write('State'), show: (row: Person) => html`<${Badge} state=${row.state} />` },
    { name: write('Last active'), show: (row: Person) => html`<${Time} at=${row.last_active_at} />` },
    { name: write('Since'), show: (row: Person) => html`<${Time} at=${row.created_at} />` },
  ],
})}`

export function PersonPage({ id, tell }: { id: string; tell: Tell }): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /admin/users/{id}', { id }), id)
  const done = createDone(tell, reload)
  return html`<p><${Link} to="/people">${write('People')}<//></p><${Show} whole loaded=${loaded}>${(
    person: PersonDetail,
  ) => html`
<h1><bdi>${person.name}</bdi> <${Badge} state=${person.state} /></h1>
<${Facts} rows=${listFacts(person)} />
${person.state !== 'deleted' && html`<${Acts} person=${person} done=${done} />`}
<${Records} person=${person} />
<h2>${write('Sessions')}</h2>
${person.sessions.length === 0 ? html`<p class="soft">${write('No session is open.')}</p>` : renderTable({ label: write('Sessions'), rows: person.sessions, columns: sessionColumns(person, done) })}
${person.api_keys.length > 0 && html`<h2>${write('API keys')}</h2>${renderTable({ label: write('API keys'), rows: person.api_keys, columns: keyColumns() })}`}
<p class="links"><${Link} to=${`/audit?user_id=${id}`}>${write('What administrators did')}<//> <${Link} to=${`/mails?to=${encodeURIComponent(person.email)}`}>${write('Mails')}<//>
<${Link} to=${`/subscriptions?user_id=${id}`}>${write('Subscriptions')}<//> <${Link} to=${`/payments?user_id=${id}`}>${write('Payments')}<//> <${Link} to=${`/certificates?user_id=${id}`}>${write('Certificates')}<//> <${Link} to=${`/files?user_id=${id}`}>${write('Files and pictures')}<//></p>`}<//>`
}

const listFacts = (person: PersonDetail): [string, unknown][] => {
  const yes = (value: boolean) => (value ? write('yes') : write('no'))
  const facts: [string, unknown][] = [
    [write('Id'), person.id],
    [write('E-mail'), html`<${Email} address=${person.email} />`],
    [write('Verified address'), person.email_bouncing ? write('mail servers refuse it') : yes(person.email_verified)],
    [write('Role'), nameRole(person.role)],
    [write('Since'), html`<${Time} at=${person.created_at} />`],
    [write('Last active'), html`<${Time} at=${person.last_active_at} />`],
  ]
  if (person.user)
    facts.push(
      [write('Second factor'), yes(person.user.two_factor_enabled)],
      [write('Ways to sign in'), person.user.login_methods.join(', ')],
    )
  if (person.invitation !== null)
    facts.push([
      write('Invitation'),
      html`<${Badge} state=${person.invitation.state} /> <${Time} at=${person.invitation.expires_at} />`,
    ])
  if (person.locked_until !== null) facts.push([write('Locked until'), html`<${Time} at=${person.locked_until} />`])
  if (person.researcher !== null) facts.push([write('Verified researcher'), yes(person.researcher.verified)])
  if (person.suspended_at !== null)
    facts.push(
      [write('Suspended since'), html`<${Time} at=${person.suspended_at} />`],
      [write('Reason'), html`<bdi>${person.suspension_reason}</bdi>`],
    )
  return facts
}

function Acts({ person, done }: { person: PersonDetail; done: Tell }): VNode {
  const isSuspended = person.state === 'suspended'
  return html`<div class="buttons">
${person.invitation !== null && html`<${InvitationActs} user=${person} done=${done} />`}
${
  isSuspended
    ? renderAct({
        label: write('End the suspension'),
        explain: write('The account can be used again, and what it had published is visible again.'),
        operation: 'POST /admin/users/{id}/restore',
        parameters: { id: person.id },
        done,
      })
    : renderAct({
        label: write('Suspend'),
        tone: 'bad',
        isReasonTold: true,
        explain: write('Sessions end, API keys stop, and what the person has published is hidden, at once.'),
        operation: 'POST /admin/users/{id}/suspend',
        parameters: { id: person.id },
        done,
      })
}
${renderAct({ label: write('End sessions'), explain: write('The person has to sign in again. API keys stay.'), operation: 'POST /admin/users/{id}/end-sessions', parameters: { id: person.id }, done })}
${renderAct({ label: write('Send a reset link'), explain: write('The person gets a mail with a link to choose a new password.'), operation: 'POST /admin/users/{id}/password-reset', parameters: { id: person.id }, done })}
${renderAct({ label: write('Change the role'), explain: write('The role decides what the person may create.'), operation: 'PUT /admin/users/{id}/role', parameters: { id: person.id }, done, values: person })}
${person.researcher !== null && renderAct({ label: person.researcher.verified ? write('Withdraw the verification') : write('Verify the researcher'), explain: write('Verified researchers are marked in the search and may award certificates.'), operation: 'PUT /admin/users/{id}/verified', parameters: { id: person.id }, done, further: () => ({ verified: !person.researcher?.verified }) })}
${person.user?.two_factor_enabled && renderAct({ label: write('Remove the second factor'), tone: 'bad', explain: write('For a person who has lost it. Make sure that it is really this person who asks.'), operation: 'DELETE /users/{id}/two-factor', parameters: { id: person.id }, done })}
<${Export} person=${person} />
${renderAct({
  label: write('Delete the account'),
  tone: 'bad',
  explain: write('Personal data is erased for good. What others rely on stays, without the name.'),
  operation: 'DELETE /users/{id}',
  parameters: { id: person.id },
  done: (message: string) => {
    done(message)
    go('/people')
  },
})}
</div>`
}

/** Everything that the service stores about the person, as a file. */
function Export({ person: { id } }: { person: Person }): VNode {
  const [problem, setProblem] = useState('')
  const save = async () => {
    try {
      const data = await readData('GET /users/{id}/export', { id })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
      link.download = `user-${id}.json`
      link.click()
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  return html`<span><button type="button" onClick=${save}>${write('Export all data')}</button>${problem !== '' && html`<span role="alert">${problem}</span>`}</span>`
}

function Records({ person }: { person: PersonDetail }): VNode {
  const filled = person.records.filter(({ count }) => count > 0)
  const [kind, setKind] = useState(filled[0]?.kind ?? '')
  const [loaded] = useLoaded(
    () =>
      kind === ''
        ? Promise.resolve([])
        : readData('GET /admin/users/{id}/records/{kind}', { id: person.id, kind, limit: 20 }),
    kind,
  )
  if (filled.length === 0) return html`<p class="soft">${write('This person has nothing yet.')}</p>`
  return html`<h2>${write('What this person has')}</h2>
<div class="tabs" role="group" aria-label=${write('Kind')}>${filled.map((one) => html`<button type="button" aria-pressed=${one.kind === kind} onClick=${() => setKind(one.kind)}>${nameKind(one.kind)} ${formatNumber(one.count)}</button>`)}
<button type="button" onClick=${() => downloadCsv(toCall('GET /admin/users/{id}/records/{kind}', { id: person.id, kind }), `${kind}-of-${person.id}`)}>${write('Download CSV')}</button></div>
<${Show} loaded=${loaded}>${(rows: UserRecord[]) => renderTable({ label: nameKind(kind), rows, columns: recordColumns(), open: getOpener(kind) })}<//>`
}

const getOpener = (kind: string) => (kind === 'payment' ? ({ id }: UserRecord) => `/payments/${id}` : undefined)

const recordColumns = (): Column<UserRecord>[] => [
  { name: write('Title'), show: (row) => html`<bdi>${row.title}</bdi>` },
  { name: write('State'), show: (row) => html`<${Badge} state=${row.status} />` },
  { name: write('Since'), show: (row) => html`<${Time} at=${row.created_at} />` },
]

const sessionColumns = (person: Person, done: Tell): Column<PersonDetail['sessions'][number]>[] => [
  { name: write('Device'), show: (row) => html`<bdi>${row.device}</bdi>` },
  { name: write('Network address'), show: (row) => html`<bdi>${row.ip_address}</bdi>` },
  { name: write('Last used'), show: (row) => html`<${Time} at=${row.last_used_at} />` },
  {
    name: write('Act'),
    show: ({ id }) =>
      renderAct({
        label: write('End it'),
        explain: write('The person has to sign in again on this device.'),
        operation: 'DELETE /admin/users/{id}/sessions/{session_id}',
        parameters: { id: person.id, session_id: id },
        done,
      }),
  },
]

const keyColumns = (): Column<PersonDetail['api_keys'][number]>[] => [
  { name: write('Name'), show: (row) => html`<bdi>${row.name}</bdi> <code>${row.hint}…</code>` },
  { name: write('Scopes'), show: (row) => row.scopes.join(', ') },
  { name: write('Last used'), show: (row) => html`<${Time} at=${row.last_used_at} />` },
]
