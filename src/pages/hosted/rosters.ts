/** The HTML of rosters: who may take an exam or a course that is for invited people. */

import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { RosterEntry, RosterVerdict } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty } from './pages.ts'

/** Returns the addresses in a text: parts with an @, without the signs that stand around addresses. */
export const listAddresses = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;<>"()]/)
      .filter((part) => part.includes('@'))
      .map((part) => part.toLowerCase()),
  ),
]

const ofPrograms = 'Programs send it.'
const people = {
  groups: ['emails'],
  widgets: {
    emails: {
      input: 'multiline',
      label: 'E-mail addresses',
      hint: 'On lines of their own, or with commas or semicolons between them; at most 200 at once.',
      isRequired: true,
      maxLength: 60_000,
    },
  },
  leftOut: { user_ids: ofPrograms, csv: ofPrograms, company_id: ofPrograms, cohort_id: ofPrograms },
} as const

/** Who may take an exam or a course: the operations have the same fields. */
export const newEntries = {
  exams: defineForm('POST /exams/{id}/roster', people),
  courses: defineForm('POST /courses/{id}/roster', people),
}

export function renderRoster(writer: Writer, entries: readonly RosterEntry[]): Html {
  const { write } = writer
  if (entries.length === 0) return renderEmpty({ base: '', writer }, 'There is no person on the roster.')
  return html`<ul class="rows">${entries.map(
    (entry) => html`<li><p>${renderPerson(entry)}</p>
<div class="foot"><span class="soft">${formatDay(entry.created_at, writer.wording)}</span> <form method="post"><input type="hidden" name="action" value="remove"><input type="hidden" name="entry_id" value="${entry.id}">
<button class="quiet" aria-label="${write('Take off the roster')}: ${getName(entry)}">${write('Take off the roster')}</button></form></div></li>
`,
  )}</ul>`
}

const getName = ({ user, email }: RosterEntry): string => user?.name ?? email ?? ''

const renderPerson = (entry: RosterEntry): Html =>
  html`<bdi>${getName(entry)}</bdi>${entry.user !== null && entry.email !== null && html` <bdi class="soft">${entry.email}</bdi>`}`

/** Says what became of addresses: those that are refused are named with the reason. */
export function renderVerdicts({ write }: Writer, verdicts: readonly RosterVerdict[]): Html {
  const refused = verdicts.filter(({ verdict }) => verdict === 'refused')
  const others = verdicts.filter(({ verdict, message }) => verdict !== 'refused' && message !== '')
  const notes = [...new Set(others.map(({ message }) => message))]
  return html`${refused.length < verdicts.length && html`<p role="status">${write('The roster is saved.')}</p>`}
${notes.map((note) => html`<p class="soft">${note}</p>`)}
${refused.length > 0 && html`<div class="alert" role="alert"><ul>${refused.map(({ email, message }) => html`<li><bdi>${email}</bdi>: ${message}</li>`)}</ul></div>`}`
}
