/** The HTML of what a visitor sees of their own: applications, a project, notifications. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Translate } from '#language/translate.ts'
import type { Writer } from '../writer.ts'
import { renderForm } from './pages.ts'

const statusLabels: Record<string, PlainTemplate> = {
  applied: 'Received',
  reviewing: 'Being reviewed',
  shortlisted: 'Shortlisted',
  rejected: 'Not successful this time',
  hired: 'Hired',
}

export interface Application {
  id: number
  name: string
  status: string
  applied_at: string
  job_post: { title: string }
}

export interface Interview {
  id: number
  application_id: number
  applicant: { id: number }
  answer: string | null
  starts_at: string
  duration_minutes: number
  location: string
  interview_type: string
  notes: string
}

interface Interviews {
  interviews: readonly Interview[]
  /** The time zone of the times. */
  timezone: string
  /** Whether the visitor is the applicant. */
  mayAnswer: boolean
}

const answerLabels: Record<string, PlainTemplate> = {
  accepted: 'Accepted: see you there.',
  declined: 'Declined.',
  proposed: 'Another time was proposed.',
}

const projectStatusLabels: Record<string, PlainTemplate> = {
  planning: 'planning',
  active: 'active',
  on_hold: 'on hold',
  completed: 'completed',
  archived: 'archived',
}

function describeProjectStatus(write: Translate, status: string): string {
  const label = projectStatusLabels[status]
  return label === undefined ? status : write(label)
}

/** A word that this page does not know is shown as it is. */
function describeStatus(write: Translate, status: string): string {
  const label = statusLabels[status]
  return label === undefined ? status : write(label)
}

function describeAnswer(write: Translate, answer: string): string {
  const label = answerLabels[answer]
  return label === undefined ? '' : write(label)
}

function renderInterviewForms(writer: Writer, { id, answer }: Interview): Html {
  const buttons = (
    [
      { value: 'accepted', button: 'Accept' },
      { value: 'declined', button: 'Decline' },
    ] as const
  ).filter(({ value }) => value !== answer)
  return html`<div class="answers">${buttons.map(({ value, button }) =>
    renderForm(writer, {
      fields: [
        { name: 'interview_id', label: null, type: 'hidden', value: String(id) },
        { name: 'answer', label: null, type: 'hidden', value },
      ],
      button,
    }),
  )}</div>`
}

/** Renders the status of an application and its interviews. */
export const renderApplication = (
  writer: Writer,
  { name, status, applied_at, job_post }: Application,
  { interviews, timezone, mayAnswer }: Interviews,
): Html => {
  const { write, wording } = writer
  return html`<section class="card">
<dl>
<div><dt>${write('Job')}</dt><dd><bdi>${job_post.title}</bdi></dd></div>
<div><dt>${write('Applicant')}</dt><dd><bdi>${name}</bdi></dd></div>
<div><dt>${write('State')}</dt><dd><strong>${describeStatus(write, status)}</strong></dd></div>
<div><dt>${write('Received')}</dt><dd>${formatDateTime(applied_at, timezone, wording)}</dd></div>
</dl>
</section>
${interviews.map(
  (one) => html`<section class="card"><h2>${write('Interview')}</h2>
<dl>
<div><dt>${write('When')}</dt><dd>${write('{when}, {minutes, plural, other {{minutes} minutes}}', {
    when: { moment: one.starts_at, timezone },
    minutes: one.duration_minutes,
  })}</dd></div>
${one.location === '' ? null : html`<div><dt>${write('Where')}</dt><dd><bdi>${one.location}</bdi></dd></div>`}
${one.interview_type === '' ? null : html`<div><dt>${write('Kind')}</dt><dd><bdi>${one.interview_type}</bdi></dd></div>`}
${one.notes === '' ? null : html`<div><dt>${write('Notes')}</dt><dd class="text">${one.notes}</dd></div>`}
</dl>
${one.answer === null ? null : html`<p>${describeAnswer(write, one.answer)}</p>`}
${mayAnswer ? renderInterviewForms(writer, one) : null}
</section>`,
)}`
}

export interface Project {
  title: string
  description: string
  status: string
  owner: { name: string }
}

/** The membership of the visitor; `collaboratorId` is null for a visitor who is not a collaborator. */
export interface Membership {
  collaboratorId: number | null
  role: string
  hasAccepted: boolean
}

interface MembershipForm {
  collaboratorId: number
  answer: 'accept' | 'decline'
  button: PlainTemplate
}

const renderAnswerForm = (writer: Writer, { collaboratorId, answer, button }: MembershipForm): Html =>
  renderForm(writer, {
    fields: [
      { name: 'collaborator_id', label: null, type: 'hidden', value: String(collaboratorId) },
      { name: 'answer', label: null, type: 'hidden', value: answer },
    ],
    button,
  })

/** Renders a project, with forms to accept or to leave. */
export const renderProject = (
  writer: Writer,
  { title, description, status, owner }: Project,
  { collaboratorId, role, hasAccepted }: Membership,
): Html => {
  const { write } = writer
  return html`<section class="card">
<h2><bdi>${title}</bdi></h2>
<p class="text">${description}</p>
<dl>
<div><dt>${write('Owner')}</dt><dd><bdi>${owner.name}</bdi></dd></div>
<div><dt>${write('State')}</dt><dd>${describeProjectStatus(write, status)}</dd></div>
${role === '' ? null : html`<div><dt>${write('My role')}</dt><dd><bdi>${role}</bdi></dd></div>`}
</dl>
</section>
${
  collaboratorId === null
    ? null
    : html`<section class="card"><h2>${write(hasAccepted ? 'You take part in this project' : 'You were added to this project')}</h2>
<p>${write('If you do not want to take part, decline. You will no longer see what is private in it.')}</p>
${hasAccepted ? null : renderAnswerForm(writer, { collaboratorId, answer: 'accept', button: 'Accept' })}
${renderAnswerForm(writer, { collaboratorId, answer: 'decline', button: 'Decline and leave' })}
</section>`
}`
}

export interface ListedApplication {
  id: number
  status: string
  job_post: { title: string }
}

/** Renders the applications of the visitor. */
export const renderHome = (
  { write, writeHtml }: Writer,
  { name, applications, base }: { name: string; applications: readonly ListedApplication[]; base: string },
): Html => html`<p class="lede">${writeHtml('Hello {name}.', { name })}</p>
<section class="card"><h2>${write('My applications')}</h2>
${
  applications.length === 0
    ? html`<p>${write('There are none yet.')}</p>`
    : html`<ul>${applications.map(
        ({ id, status, job_post }) =>
          html`<li><a href="${base}/app/job-applications/${id}"><bdi>${job_post.title}</bdi></a>: ${describeStatus(write, status)}</li>`,
      )}</ul>`
}
</section>
<p><a href="${base}/app/exams">${write('Exams')}</a></p>
<p><a href="${base}/app/security">${write('Security of my account')}</a></p>`

export interface Notification {
  id: number
  title: string
  message: string
  created_at: string
}

/** Renders the newest unread notifications of the visitor. */
export const renderNotifications = (
  { write, wording }: Writer,
  unread: readonly Notification[],
  timezone: string,
): Html =>
  unread.length === 0
    ? html`<p class="lede">${write('There is nothing new.')}</p>`
    : html`${unread.map(
        ({ title, message, created_at }) => html`<section class="card">
<h2>${title}</h2>
<p>${message}</p>
<p><time datetime="${created_at}">${formatDateTime(created_at, timezone, wording)}</time></p>
</section>
`,
      )}<section><form method="post"><button>${write('Mark all as read')}</button></form></section>`
