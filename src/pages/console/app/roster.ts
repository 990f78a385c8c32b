/** The people for whom an exam or a course is, when it is for invited people. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, html, Link, Time, toRefusal, write } from './kit.ts'
import { List } from './list.ts'
import { Email, readForm } from './parts.ts'

interface Entry {
  id: number
  user: { id: number; name: string } | null
  email: string | null
  created_at: string
}

interface Verdict {
  verdict: string
  message: string
}

interface RosterProps {
  kind: string
  id: string
  tell: (message: string) => void
}

const splitAddresses = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

export function Roster({ kind, id, tell }: RosterProps): VNode {
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState('')
  const [refused, setRefused] = useState<Verdict[]>([])
  const path = `/${kind}s/${id}/roster`
  const send = async (method: string, address: string, body?: object) => {
    setProblem('')
    try {
      const { data, message } = await callApi<{ data?: Verdict[]; message: string }>(method, address, body)
      setRefused((data ?? []).filter(({ verdict }) => verdict === 'refused'))
      tell(message)
      setRound(round + 1)
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // It shows its errors.
    void send('POST', path, { emails: splitAddresses(readForm(event).emails ?? '') })
  }
  const remove = ({ id: entryId }: Entry) => send('DELETE', `${path}?entry_id=${entryId}`)
  return html`<section aria-label=${write('Roster')}><h2>${write('Roster')}</h2>
<p>${write('While it is for invited people, it exists only for its author, administrators and the people on this list.')}</p>
<form class="stacked" onSubmit=${submit} key=${`form ${round}`}>
<label>${write('Addresses')}<textarea name="emails" rows="3" maxlength="20000" required></textarea></label>
${problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`}
${refused.map(({ message }) => html`<p class="notice bad" role="alert">${message}</p>`)}
<div class="buttons"><button>${write('Put on the roster')}</button></div></form>
<${List} key=${round} path=${path} label=${write('Roster')} empty=${write('There is no person on the roster.')} columns=${[
    {
      name: write('Name'),
      show: ({ user }: Entry) =>
        user === null ? '–' : html`<${Link} to=${`/people/${user.id}`}><bdi>${user.name}</bdi><//>`,
    },
    { name: write('E-mail'), show: ({ email }: Entry) => (email === null ? '–' : html`<${Email} address=${email} />`) },
    { name: write('Since'), show: (row: Entry) => html`<${Time} at=${row.created_at} />` },
    {
      name: write('Act'),
      show: (row: Entry) =>
        html`<button type="button" onClick=${() => remove(row)}>${write('Take off the roster')}</button>`,
    },
  ]} /></section>`
}
