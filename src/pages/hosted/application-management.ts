/** The HTML for those who manage a job post: deciding about an application, notes, and the way to an interview. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { ApplicationNote, JobApplication, JobPost } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { statusLabels } from './applications.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import type { Visit } from './visit.ts'

interface Management {
  application: JobApplication
  notes: readonly ApplicationNote[]
  timezone: string
  refused: RefusedForm | undefined
}

export const newNote = defineForm('POST /job-applications/{id}/notes', {
  groups: ['text'],
  widgets: { text: { label: 'Your note' } },
})

export const decision = defineForm('PUT /job-applications/{id}/status', {
  groups: ['status', 'letter'],
  widgets: {
    status: { label: 'State', choices: statusLabels },
    letter: { label: 'A few words to the applicant, with a rejection' },
  },
  leftOut: { reason: 'It is for programs that sort applications.' },
})

/** Renders the forms of those who manage the post. */
export const renderManagement = (here: Visit, shown: Management): Html => html`${renderDecision(here, shown)}
${renderSlotInvitation(here.frame.writer, shown.application)}
${renderNotes(here, shown)}`

const renderDecision = (here: Visit, { application, refused }: Management): Html =>
  html`<section class="card" id="decision"><h2>${here.frame.writer.write('Decide')}</h2>
${renderOperationForm(here, decision, {
  button: 'Save the state',
  hidden: { act: 'status' },
  anchor: 'decision',
  object: { status: application.status },
  refused,
})}</section>`

const renderSlotInvitation = (writer: Writer, { status }: JobApplication): Html | null =>
  status === 'rejected'
    ? null
    : html`<section class="card on-screen"><h2>${writer.write('Interview')}</h2>
<p>${writer.write('The applicant gets a mail with the free slots of the job post, and chooses one.')}</p>
${renderForm(writer, { hidden: { act: 'slots' }, button: 'Invite to choose a time' })}</section>`

function renderNotes(here: Visit, { notes, timezone, refused }: Management): Html {
  const { write, wording } = here.frame.writer
  return html`<section class="card" id="notes"><h2>${write('Notes')}</h2>
<p class="soft">${write('Only those who manage the job post see them.')}</p>
${renderOperationForm(here, newNote, { button: 'Add the note', hidden: { act: 'note' }, anchor: 'notes', refused })}
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
