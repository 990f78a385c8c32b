/** The HTML of the times for interviews that a job post offers. */

import { type Html, html } from '#core/html.ts'
import type { InterviewSlot } from '../contract.ts'
import { type Choice, type FormState, renderSelect, renderTextField } from './fields.ts'

/** The fields of the form, which show their messages themselves. */
export const slotFields = ['day', 'from', 'to', 'minutes', 'interviewer', 'location'] as const

/** Renders the form that divides free time of a day into slots. */
export function renderSlotForm(
  state: FormState,
  { interviewers, timezone }: { interviewers: readonly Choice[]; timezone: string },
): Html {
  const { write } = state.writer
  const values = { minutes: '30', ...state.values }
  const kept = { ...state, values }
  return html`<section class="card"><h2>${write('Offer times')}</h2>
<p class="soft">${write('The free time is divided into interviews, without those at which the interviewer is not free. Times are those of {timezone}.', { timezone: { verbatim: timezone } })}</p>
<form class="stacked" method="post">
${renderTextField(kept, { name: 'day', label: 'Day', type: 'date', isRequired: true })}
${renderTextField(kept, { name: 'from', label: 'From', type: 'time', isRequired: true })}
${renderTextField(kept, { name: 'to', label: 'Until', type: 'time', isRequired: true })}
${renderTextField(kept, { name: 'minutes', label: 'Minutes of an interview', type: 'number', most: 480, isRequired: true })}
${renderSelect(kept, { name: 'interviewer', label: 'Interviewer', choices: interviewers })}
${renderTextField(kept, { name: 'location', label: 'Place', most: 500 })}
<button>${write('Offer times')}</button></form></section>`
}

/** Renders the slots that are still to begin; those that no applicant has chosen can be deleted. */
export function renderSlots({ writer }: FormState, slots: readonly InterviewSlot[], timezone: string): Html {
  const { write } = writer
  if (slots.length === 0) return html`<p class="lede">${write('There are none yet.')}</p>`
  return html`<ul class="rows">${slots.map(
    ({ id, starts_at, minutes, capacity, taken, location, interviewers }) =>
      html`<li><h2>${write('{when}, {minutes, plural, other {{minutes} minutes}}', { when: { moment: starts_at, timezone }, minutes })} <span class="tag">${write('{taken} of {capacity} taken', { taken, capacity })}</span></h2>
<p class="soft"><bdi>${interviewers.map(({ name }) => name).join(', ')}</bdi>${location !== '' && html` · <bdi>${location}</bdi>`}</p>
${taken === 0 && html`<form method="post"><input type="hidden" name="slot_id" value="${id}"><button class="quiet">${write('Delete')}</button></form>`}</li>
`,
  )}</ul>`
}
