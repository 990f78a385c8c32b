/** The HTML for those who manage a job post: deciding about an application, notes, and the way to an interview. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { ApplicationNote, JobApplication, JobPost } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { statusLabels } from './applications.ts'
import { type FormState, listChoices, renderSelect, renderTextArea } from './fields.ts'

interface Management {
  application: JobApplication
  notes: readonly ApplicationNote[]
  timezone: string
}

/** Renders the forms of those who manage the post. The messages of a form stand beside its fields. */
export const renderManagement = (
  state: FormState,
  shown: Management,
): Html => html`${renderDecision(state, shown.application)}
${renderSlotInvitation(state.writer, shown.application)}
${renderNotes(state, shown)}`

function renderDecision(state: FormState, { status }: JobApplication): Html {
  const { write } = state.writer
  const values = { letter: state.values.letter ?? '', status: state.values.status || status }
  return html`<section class="card" id="decision"><h2>${write('Decide')}</h2>
<form class="stacked" method="post" action="#decision"><input type="hidden" name="act" value="status">
${renderSelect({ ...state, values }, { name: 'status', label: 'State', choices: listChoices(state.writer, statusLabels) })}
${renderTextArea({ ...state, values }, { name: 'letter', label: 'A few words to the applicant, with a rejection', rows: 3, most: 5_000 })}
<button>${write('Save the state')}</button></form></section>`
}

const renderSlotInvitation = ({ write }: Writer, { status }: JobApplication): Html | null =>
  status === 'rejected'
    ? null
    : html`<section class="card"><h2>${write('Interview')}</h2>
<p>${write('The applicant gets a mail with the free slots of the job post, and chooses one.')}</p>
<form method="post"><input type="hidden" name="act" value="slots"><button>${write('Invite to choose a time')}</button></form></section>`

function renderNotes(state: FormState, { notes, timezone }: Management): Html {
  const { write, wording } = state.writer
  return html`<section class="card" id="notes"><h2>${write('Notes')}</h2>
<p class="soft">${write('Only those who manage the job post see them.')}</p>
<form class="stacked" method="post" action="#notes"><input type="hidden" name="act" value="note">
${renderTextArea(state, { name: 'text', label: 'Your note', rows: 3, most: 5_000, isRequired: true })}
<button>${write('Add the note')}</button></form>
${notes.map(
  ({ author, text, created_at }) =>
    html`<article><p class="soft"><bdi>${author.name}</bdi> · <time datetime="${created_at}">${formatDateTime(created_at, timezone, wording)}</time></p>
<p class="text" dir="auto">${text}</p></article>
`,
)}
</section>`
}

/** Renders the job posts that the visitor manages; each leads to its applicants. */
export function renderManagedPosts({ write }: Writer, posts: readonly JobPost[], base: string): Html {
  if (posts.length === 0) return html`<p class="lede">${write('There are none yet.')}</p>`
  return html`<ul class="rows">${posts.map(
    ({ id, title, applicants_count }) =>
      html`<li><h2><a href="${base}/app/job-posts/${id}/applicants"><bdi>${title}</bdi></a></h2>
<p class="soft">${write('Applicants: {count}', { count: applicants_count ?? 0 })} · <a href="${base}/app/job-posts/${id}">${write('Job')}</a></p></li>
`,
  )}</ul>`
}
