/** The HTML of applications for jobs: those of the visitor, those for a post, and one of them. */

import { isWebAddress } from '#core/host.ts'
import { type Fragment, type Html, html } from '#core/html.ts'
import { formatDateTime, formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Applicant, ApplicationMessage, Interview, JobApplication, MyApplication } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import type { FormState } from './fields.ts'
import { renderOwnInput } from './form-inputs.ts'
import { renderEmpty, renderForm } from './pages.ts'
import { renderTabs } from './paging.ts'

export const statusLabels = {
  applied: 'Received',
  reviewing: 'Being reviewed',
  shortlisted: 'Shortlisted',
  rejected: 'Not successful this time',
  hired: 'Hired',
} as const satisfies Record<string, PlainTemplate>

/** The states of an application, in their order. */
export const applicationStates = Object.keys(statusLabels)

interface Interviews {
  interviews: readonly Interview[]
  /** The time zone of the times. */
  timezone: string
  /** Whether the visitor is the applicant. */
  mayAnswer: boolean
}

const answerLabels = {
  accepted: 'Accepted: see you there.',
  declined: 'Declined.',
  proposed: 'Another time was proposed.',
} as const satisfies Record<string, PlainTemplate>

const describeState = ({ write }: Writer, { status, pending }: Pick<ListedApplication, 'status' | 'pending'>): string =>
  write(pending ? 'Reserved place' : statusLabels[status])

const describeTime = ({ write }: Writer, { starts_at, duration_minutes }: Interview, timezone: string): string =>
  write('{when}, {minutes, plural, other {{minutes} minutes}}', {
    when: { moment: starts_at, timezone },
    minutes: duration_minutes,
  })

function renderInterviewForms(writer: Writer, { id, answer }: Interview): Html {
  const buttons = (
    [
      { value: 'accepted', button: 'Accept' },
      { value: 'declined', button: 'Decline' },
    ] as const
  ).filter(({ value }) => value !== answer)
  return html`<div class="answers">${buttons.map(({ value, button }) =>
    renderForm(writer, {
      hidden: { interview_id: String(id), answer: value },
      button,
      isQuiet: value === 'declined',
    }),
  )}</div>`
}

/** A meeting in the browser is a link. */
const renderPlace = (place: string): Html =>
  isWebAddress(place)
    ? html`<a href="${place}" rel="noopener noreferrer"><bdi>${place}</bdi></a>`
    : html`<bdi>${place}</bdi>`

const renderInterview = (writer: Writer, one: Interview, { timezone, mayAnswer }: Interviews): Html => {
  const { write } = writer
  return html`<section class="card"><h2>${write('Interview')}</h2>
<dl>
<div><dt>${write('When')}</dt><dd>${describeTime(writer, one, timezone)}</dd></div>
${one.location === '' ? null : html`<div><dt>${write('Where')}</dt><dd>${renderPlace(one.location)}</dd></div>`}
${one.interview_type === '' ? null : html`<div><dt>${write('Kind')}</dt><dd><bdi>${one.interview_type}</bdi></dd></div>`}
${one.notes === '' || one.notes === null ? null : html`<div><dt>${write('Notes')}</dt><dd class="text">${one.notes}</dd></div>`}
</dl>
${one.answer === null ? null : html`<p>${write(answerLabels[one.answer])}</p>`}
${mayAnswer ? renderInterviewForms(writer, one) : null}
</section>`
}

/** Renders the status of an application and its interviews. */
export const renderApplication = (
  writer: Writer,
  application: JobApplication,
  shown: Interviews & { base: string },
): Html => {
  const { write, wording } = writer
  const { name, applied_at, job_post, rejection_letter } = application
  return html`<section class="card">
<dl>
<div><dt>${write('Job')}</dt><dd><a href="${shown.base}/app/job-posts/${job_post.id}"><bdi>${job_post.title}</bdi></a></dd></div>
<div><dt>${write('Applicant')}</dt><dd><bdi>${name}</bdi></dd></div>
<div><dt>${write('State')}</dt><dd><strong>${describeState(writer, application)}</strong></dd></div>
<div><dt>${write('Received')}</dt><dd>${formatDateTime(applied_at, shown.timezone, wording)}</dd></div>
</dl>
${rejection_letter === '' ? null : html`<p class="text" dir="auto">${rejection_letter}</p>`}
</section>
${shown.interviews.map((one) => renderInterview(writer, one, shown))}`
}

export const newMessage = defineForm('POST /job-applications/{id}/messages', {
  groups: ['body', 'files'],
  widgets: { body: { label: 'Your message', isRequired: true }, files: { input: 'custom' } },
  leftOut: { template_id: 'Many applicants get it at once.', language: 'It chooses the words of a template.' },
})

/** Renders the input of a file that is sent with a message. */
export const renderMessageFile = (state: FormState): Fragment =>
  renderOwnInput(state, {
    name: 'file',
    input: 'file',
    label: state.writer.write('A file to send with it'),
    hint: state.writer.write('A document of at most 25 MB, or a picture of at most 10 MB.'),
  })

interface Messages {
  form: Html
  /** The newest first. */
  messages: readonly ApplicationMessage[]
  timezone: string
  /** The id of the visitor. */
  userId: number
  /** Whether the visitor is the applicant. */
  isApplicant: boolean
}

function renderMessage({ write, wording }: Writer, message: ApplicationMessage, shown: Messages): Html {
  const { author, sender, body, created_at, files } = message
  const isOwnSide = (sender === 'candidate') === shown.isApplicant
  return html`<article class="message${isOwnSide && ' mine'}"><h3>${author.id === shown.userId ? write('You') : html`<bdi>${author.name}</bdi>`}</h3>
<p class="soft"><time datetime="${created_at}">${formatDateTime(created_at, shown.timezone, wording)}</time></p>
<p class="text" dir="auto">${body}</p>
${files.length > 0 && html`<ul>${files.map(({ filename, url }) => html`<li><a href="${url}"><bdi>${filename}</bdi></a></li>`)}</ul>`}</article>
`
}

/** Renders the messages about an application as a conversation, the oldest first, and the form for another one. */
export function renderMessages(writer: Writer, shown: Messages): Html {
  return html`<section class="card" id="messages"><h2>${writer.write('Messages')}</h2>
${shown.messages.toReversed().map((message) => renderMessage(writer, message, shown))}
${shown.form}
</section>`
}

/** Renders the way to withdraw, which takes two steps because it cannot be undone. */
export const renderWithdrawal = (writer: Writer): Html =>
  html`<details class="card"><summary>${writer.write('Withdraw my application')}</summary>
<div><p>${writer.write('The application and its resume are deleted, and interviews are canceled.')}</p>
${renderForm(writer, {
  hidden: { act: 'withdraw' },
  button: 'Withdraw it now',
  isQuiet: true,
})}</div></details>`

/** An application of the visitor, with its post, or one for a post. */
type ListedApplication = Pick<Applicant, 'id' | 'name' | 'status' | 'applied_at'> &
  Partial<Pick<MyApplication, 'job_post' | 'pending'>>

interface ApplicationList {
  applications: readonly ListedApplication[]
  base: string
  /** Whether each row has a box by which the application is chosen. */
  isChoice?: boolean
}

/** Renders applications; each row names the post, or the applicant in the list of a post. */
export function renderApplications(
  writer: Writer,
  { applications, base, isChoice = false }: ApplicationList,
  by: 'post' | 'applicant',
): Html {
  const { wording } = writer
  const company = (one: ListedApplication) => (by === 'post' && one.job_post?.company) || ''
  if (applications.length === 0) {
    const onward = by === 'post' ? ({ path: '/app/jobs', text: 'Jobs' } as const) : undefined
    return renderEmpty({ base, writer }, 'There are none yet.', onward)
  }
  return html`<ul class="rows">${applications.map(
    (one) =>
      html`<li><h2${isChoice && html` class="check"`}>${isChoice && html`<input type="checkbox" name="application_ids" value="${one.id}" aria-label="${one.name}"> `}<a href="${base}/app/job-applications/${one.id}"><bdi>${by === 'post' ? one.job_post?.title : one.name}</bdi></a> <span class="tag">${describeState(writer, one)}</span></h2>
<p class="soft">${company(one) !== '' && html`<bdi>${company(one)}</bdi> · `}${formatDay(one.applied_at, wording)}</p></li>
`,
  )}</ul>`
}

/** Renders the tabs of the list: all applications, or those in one state. */
export const renderStates = (writer: Writer, state: string): Html =>
  renderTabs(writer, { name: 'status', label: 'State', labels: statusLabels, chosen: state })

/** Renders the next interviews of the visitor above the list. */
export function renderNextInterviews(
  writer: Writer,
  interviews: readonly Interview[],
  { base, timezone }: { base: string; timezone: string },
): Html | null {
  if (interviews.length === 0) return null
  return html`<section class="card"><h2>${writer.write('Next interviews')}</h2>
<ul>${interviews.map(
    (one) =>
      html`<li><a href="${base}/app/job-applications/${one.application_id}"><bdi>${one.job_post.title}</bdi></a>: ${describeTime(writer, one, timezone)}</li>`,
  )}</ul></section>`
}
