/** The HTML of the applicants of a job post, on many of whom those who manage the post act at once. */

import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Applicant } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Choice } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import { renderApplications, statusLabels } from './applications.ts'
import { listChoices } from './fields.ts'
import { type RefusedForm, renderOperationForm, renderRefusal } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import type { Visit } from './visit.ts'

const { reviewing, shortlisted, rejected } = statusLabels

const actionLabels = {
  reviewing,
  shortlisted,
  rejected,
  message: 'Send the message',
  slots: 'Invite to choose a time',
} as const satisfies Record<string, PlainTemplate>

const ofPrograms = 'Programs send it.'

export const bulkAction = defineForm('POST /job-posts/{id}/applicants/bulk', {
  groups: ['application_ids', { title: 'With those who are chosen', fields: ['action', 'body', 'template_id'] }],
  widgets: {
    application_ids: { input: 'custom' },
    action: {
      label: 'What happens',
      hint: 'A state can be undone for 10 minutes; the applicants are told of it after that.',
    },
    body: { label: 'Your words, for a message or a rejection' },
    template_id: { label: 'A template, instead of your words' },
  },
  leftOut: {
    status: 'The action says it.',
    letter: 'It is in the same field as a message.',
    filter: ofPrograms,
    reason: ofPrograms,
    tags: ofPrograms,
    remove_tags: ofPrograms,
    language: ofPrograms,
    until: ofPrograms,
  },
})

/** What the choice of the form asks of the API, which refuses words and templates that the action does not take. */
export function buildBulkAction(action: string, words: string) {
  const letter = { body: undefined, letter: words || undefined }
  if (action === 'message') return { action }
  if (action === 'slots') return { action: 'slot_invitation', ...letter }
  return action === 'rejected' ? { action: 'reject', ...letter } : { action: 'status', status: action, ...letter }
}

interface Applicants {
  applications: readonly Applicant[]
  /** Whether the visitor manages the post. */
  canManage: boolean
  /** The message templates of the visitor and of the company. */
  templates: readonly Choice[]
  refused: RefusedForm | undefined
}

/** Renders the applicants, with a form for those who are chosen. */
export function renderApplicants(here: Visit, { applications, canManage, templates, refused }: Applicants): Html {
  const { writer, base } = here.frame
  const isChoice = canManage && applications.length > 0
  const list = html`<section>${renderApplications(writer, { applications, base, isChoice }, 'applicant')}</section>`
  if (!isChoice) return html`${renderRefusal(refused)}${list}`
  const none = { value: '', text: writer.write('No template') }
  return renderOperationForm(here, bulkAction, {
    button: 'Do it for those who are chosen',
    custom: { application_ids: list },
    choices: { action: listChoices(writer, actionLabels), template_id: [none, ...templates] },
    without: templates.length > 0 ? [] : ['template_id'],
    refused,
  })
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
    hidden: { bulk_id: String(bulkId) },
    button: 'Undo it',
    isQuiet: true,
  })
}</div>`
}

/** Says for how many an action was undone. */
export const renderUndone = ({ write }: Writer, count: number): Html =>
  html`<p class="alert" role="status">${write('Undone for {count, plural, one {{count} applicant} other {{count} applicants}}. What was changed since, or told already, stays.', { count })}</p>`
