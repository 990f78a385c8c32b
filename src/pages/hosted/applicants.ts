/** The HTML of the applicants of a job post, on many of whom those who manage the post act at once. */

import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Applicant } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { renderApplications, statusLabels } from './applications.ts'
import { type Choice, type FormState, listChoices, renderSelect, renderTextArea } from './fields.ts'
import { renderForm } from './pages.ts'

const { reviewing, shortlisted, rejected } = statusLabels

const actionLabels = {
  reviewing,
  shortlisted,
  rejected,
  message: 'Send the message',
  slots: 'Invite to choose a time',
} as const satisfies Record<string, PlainTemplate>

/** What the choice of the form asks of the API, which refuses words and templates that the action does not take. */
export function buildBulkAction(values: Readonly<Record<string, string>>, ids: readonly number[]) {
  const { action = '', words = '', template_id = '' } = values
  const chosen = { application_ids: ids, ...(template_id === '' ? {} : { template_id: Number(template_id) }) }
  const letter = words === '' ? {} : { letter: words }
  if (action === 'message') return { ...chosen, action, ...(words === '' ? {} : { body: words }) }
  if (action === 'slots') return { ...chosen, action: 'slot_invitation', ...letter }
  return action === 'rejected'
    ? { ...chosen, action: 'reject', ...letter }
    : { ...chosen, action: 'status', status: action, ...letter }
}

interface Applicants {
  applications: readonly Applicant[]
  base: string
  /** Whether the visitor manages the post. */
  canManage: boolean
  /** The message templates of the visitor and of the company. */
  templates: readonly Choice[]
}

/** Renders the applicants, with a form for those who are chosen. */
export function renderApplicants(state: FormState, { applications, base, canManage, templates }: Applicants): Html {
  const { write } = state.writer
  const isChoice = canManage && applications.length > 0
  const list = html`<section>${renderApplications(state.writer, { applications, base, isChoice }, 'applicant')}</section>`
  if (!isChoice) return list
  const choices = listChoices(state.writer, actionLabels)
  return html`<form class="stacked" method="post">
${list}
<section class="card stacked" id="chosen"><h2>${write('With those who are chosen')}</h2>
${renderSelect(state, { name: 'action', label: 'What happens', choices })}
${renderTextArea(state, { name: 'words', label: 'Your words, for a message or a rejection', rows: 4, most: 5_000 })}
${templates.length > 0 && renderSelect(state, { name: 'template_id', label: 'A template, instead of your words', choices: [{ value: '', text: write('No template') }, ...templates] })}
<p class="soft">${write('A state can be undone for 10 minutes; the applicants are told of it after that.')}</p>
<button>${write('Do it for those who are chosen')}</button></section>
</form>`
}

/** What came of an action on many applicants. */
export interface BulkOutcome {
  /** The number of those for whom it is done. */
  done: number
  /** By which it is undone; null where it cannot be. */
  bulkId: number | null
  /** Why it was refused for others. */
  refusals: readonly { name: string; message: string }[]
}

/** Says what came of an action, with the way to undo it. */
export function renderOutcome(writer: Writer, { done, bulkId, refusals }: BulkOutcome): Html {
  const { write } = writer
  return html`<div class="alert" role="status"><p>${write('Done for {count, plural, one {{count} applicant} other {{count} applicants}}.', { count: done })}</p>
${refusals.length > 0 && html`<ul>${refusals.map(({ name, message }) => html`<li><bdi>${name}</bdi>: ${message}</li>`)}</ul>`}
${
  bulkId !== null &&
  done > 0 &&
  renderForm(writer, {
    fields: [{ name: 'bulk_id', label: null, type: 'hidden', value: String(bulkId) }],
    button: 'Undo it',
    isQuiet: true,
  })
}</div>`
}

/** Says for how many an action was undone. */
export const renderUndone = ({ write }: Writer, count: number): Html =>
  html`<p class="alert" role="status">${write('Undone for {count, plural, one {{count} applicant} other {{count} applicants}}. What was changed since, or told already, stays.', { count })}</p>`
