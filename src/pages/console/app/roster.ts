/** The people for whom an exam or a course is, when it is for invited people. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { RosterEntry, RosterVerdict } from '#pages/contract.ts'
import { readEntered } from './form.ts'
import { callApi, html, Link, Time, toRefusal, write } from './kit.ts'
import { renderList } from './list.ts'
import { Email, type Tell } from './parts.ts'

interface RosterProps {
  kind: 'exam' | 'course'
  id: string
  tell: Tell
}

const splitAddresses = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

export function Roster({ kind, id, tell }: RosterProps): VNode {
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState('')
  const [refused, setRefused] = useState<RosterVerdict[]>([])
  const send = async (change: () => Promise<{ message: string; data: RosterVerdict[] | undefined }>) => {
    setProblem('')
    try {
      const { data = [], message } = await change()
      setRefused(data.filter(({ verdict }) => verdict === 'refused'))
      tell(message)
      setRound(round + 1)
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const emails = splitAddresses(readEntered(event.target).emails ?? '')
    // It shows its errors.
    void send(() => callApi(`POST /${kind}s/{id}/roster`, { id }, { emails }))
  }
  const remove = ({ id: entryId }: RosterEntry) =>
    send(() => callApi(`DELETE /${kind}s/{id}/roster`, { id, entry_id: entryId }))
  return html`<section aria-label=${write('Roster')}><h2>${write('Roster')}</h2>
<p>${write('While it is for invited people, it exists only for its author, administrators and the people on this list.')}</p>
<form class="stacked" onSubmit=${submit} key=${`form ${round}`}>
<label>${write('Addresses')}<textarea name="emails" rows="3" maxlength="20000" required></textarea></label>
${problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`}
${refused.map(({ message }) => html`<p class="notice bad" role="alert">${message}</p>`)}
<div class="buttons"><button>${write('Put on the roster')}</button></div></form>
${renderList({
  key: round,
  operation: `GET /${kind}s/{id}/roster`,
  parameters: { id },
  label: write('Roster'),
  empty: write('There is no person on the roster.'),
  columns: [
    {
      name: write('Name'),
      show: ({ user }: RosterEntry) =>
        user === null ? '–' : html`<${Link} to=${`/people/${user.id}`}><bdi>${user.name}</bdi><//>`,
    },
    {
      name: write('E-mail'),
      show: ({ email }: RosterEntry) => (email === null ? '–' : html`<${Email} address=${email} />`),
    },
    { name: write('Since'), show: (row: RosterEntry) => html`<${Time} at=${row.created_at} />` },
    {
      name: write('Act'),
      show: (row: RosterEntry) =>
        html`<button type="button" onClick=${() => remove(row)}>${write('Take off the roster')}</button>`,
    },
  ],
})}</section>`
}
