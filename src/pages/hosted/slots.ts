/** The HTML of the times for interviews that a job post offers. */

import { type Html, html } from '#core/html.ts'
import type { InterviewSlot } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Choice } from '../modules/form-values.ts'
import type { Writer } from '../writer.ts'
import { renderOwnInput } from './form-inputs.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import type { Visit } from './visit.ts'

const ofPrograms = 'Programs send it.'

export const newSlots = defineForm('POST /interview-slots', {
  groups: ['free', 'minutes', 'interviewers', 'location'],
  widgets: {
    free: { input: 'custom' },
    minutes: { label: 'Minutes of an interview' },
    interviewers: { input: 'select', label: 'Interviewer' },
  },
  leftOut: {
    job_post_id: 'It is that of the page.',
    timezone: 'It is that of the person.',
    capacity: ofPrograms,
    interview_type: ofPrograms,
    notes: ofPrograms,
    starts: 'The free time is divided.',
  },
})

/** The parts of a free time, which the page renders and reads. */
export const freeFields = ['day', 'from', 'to'] as const

interface SlotForm {
  interviewers: readonly Choice[]
  timezone: string
  refused: RefusedForm | undefined
}

/** Renders the form that divides free time of a day into slots. */
export function renderSlotForm(here: Visit, { interviewers, timezone, refused }: SlotForm): Html {
  const { writer } = here.frame
  const { write } = writer
  const values = refused?.entered ?? Object.fromEntries(here.keptForm?.fields ?? [])
  const state = { writer, values, errors: {} }
  const free = [
    { name: 'day', input: 'date', label: write('Day'), isRequired: true },
    { name: 'from', input: 'time', label: write('From'), isRequired: true },
    { name: 'to', input: 'time', label: write('Until'), isRequired: true },
  ] as const
  const form = renderOperationForm(here, newSlots, {
    button: 'Offer times',
    hidden: { act: 'create' },
    object: { minutes: 30 },
    custom: { free: free.map((field) => renderOwnInput(state, field)) },
    choices: { interviewers },
    refused,
  })
  return html`<section class="card"><h2>${write('Offer times')}</h2>
<p class="soft">${write('The free time is divided into interviews, without those at which the interviewer is not free. Times are those of {timezone}.', { timezone: { verbatim: timezone } })}</p>
${form}</section>`
}

/** Renders the slots that are still to begin; those that no applicant has chosen can be deleted. */
export function renderSlots(writer: Writer, slots: readonly InterviewSlot[], timezone: string): Html {
  const { write } = writer
  if (slots.length === 0) return html`<p class="lede">${write('There are none yet.')}</p>`
  return html`<ul class="rows">${slots.map(
    ({ id, starts_at, minutes, capacity, taken, location, interviewers }) =>
      html`<li><h2>${write('{when}, {minutes, plural, other {{minutes} minutes}}', { when: { moment: starts_at, timezone }, minutes })} <span class="tag">${write('{taken} of {capacity} taken', { taken, capacity })}</span></h2>
<p class="soft"><bdi>${interviewers.map(({ name }) => name).join(', ')}</bdi>${location !== '' && html` · <bdi>${location}</bdi>`}</p>
${taken === 0 && renderForm(writer, { hidden: { slot_id: String(id) }, button: 'Delete', isQuiet: true })}</li>
`,
  )}</ul>`
}
