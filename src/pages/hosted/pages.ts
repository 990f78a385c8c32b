/** The HTML of the hosted pages, without scripts. */

import { type Fragment, type Html, html } from '#core/html.ts'
import { formatDateTime } from '#core/time-zone.ts'
import { type Link, renderLayout } from '../layout.ts'
import type { Failure } from './api.ts'

export interface Frame {
  organization: string
  base: string
  /** Whether the visitor is signed in. */
  isSignedIn: boolean
}

/** Renders a page with one column; `alert` is an error. */
export function renderHostedPage({ organization, base, isSignedIn }: Frame, title: string, content: Fragment): string {
  const nav: Link[] = [
    { href: `${base}/app`, text: organization },
    ...(isSignedIn ? [] : [{ href: `${base}/app/sign-in`, text: 'Sign in' }]),
  ]
  return renderLayout({
    title: `${title} · ${organization}`,
    base,
    nav,
    body: html`<div class="narrow"><h1>${title}</h1>
${content}
${
  isSignedIn
    ? html`<form class="sign-out" method="post" action="${base}/app/sign-out"><button>Sign out</button></form>`
    : null
}</div>`,
  })
}

/** Renders the messages of the fields, or else the message of the problem. */
export function renderAlert({ message, errors }: Pick<Failure, 'message' | 'errors'>): Html {
  const sentences = Object.values(errors).flat()
  return html`<div class="alert" role="alert">${(sentences.length > 0 ? sentences : [message]).map(
    (one) => html`<p>${one}</p>`,
  )}</div>`
}

/** For a visitor who is signed in with an account that may not read the page. */
export const forbiddenContent = renderAlert({
  message: 'This account may not see the page. Sign out, then sign in with the address to which the mail was sent.',
  errors: {},
})

interface Field {
  name: string
  label: string
  type: 'email' | 'password' | 'text' | 'hidden'
  value?: string
  autocomplete?: string
}

/** The label of a field for the second factor. */
export const codeLabel = 'Six digits of your authenticator app, or a recovery code'

/** Renders a form that is sent to its own address unless `action` is given. */
export const renderForm = (fields: readonly Field[], button: string, action = ''): Html =>
  html`<form class="stacked" method="post"${action === '' ? null : html` action="${action}"`}>
${fields.map((field) => renderInput(field))}
<button>${button}</button>
</form>`

function renderInput({ name, label, type, value = '', autocomplete = 'off' }: Field): Html {
  if (type === 'hidden') return html`<input type="hidden" name="${name}" value="${value}">`
  return html`<label>${label}
<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required></label>`
}

const statusLabels: Record<string, string> = {
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

const answerLabels: Record<string, string> = {
  accepted: 'Accepted: see you there.',
  declined: 'Declined.',
  proposed: 'Another time was proposed.',
}

function renderInterviewForms({ id, answer }: Interview): Html {
  const buttons = [
    { value: 'accepted', button: 'Accept' },
    { value: 'declined', button: 'Decline' },
  ].filter(({ value }) => value !== answer)
  return html`<div class="answers">${buttons.map(({ value, button }) =>
    renderForm(
      [
        { name: 'interview_id', label: '', type: 'hidden', value: String(id) },
        { name: 'answer', label: '', type: 'hidden', value },
      ],
      button,
    ),
  )}</div>`
}

/** Renders the status of an application and its interviews. */
export const renderApplication = (
  { name, status, applied_at, job_post }: Application,
  { interviews, timezone, mayAnswer }: Interviews,
): Html => html`<section class="card">
<dl>
<div><dt>Job</dt><dd><bdi>${job_post.title}</bdi></dd></div>
<div><dt>Applicant</dt><dd><bdi>${name}</bdi></dd></div>
<div><dt>State</dt><dd><strong>${statusLabels[status] ?? status}</strong></dd></div>
<div><dt>Received</dt><dd>${formatDateTime(applied_at, timezone)}</dd></div>
</dl>
</section>
${interviews.map(
  (one) => html`<section class="card"><h2>Interview</h2>
<dl>
<div><dt>When</dt><dd>${formatDateTime(one.starts_at, timezone)}, ${one.duration_minutes} minutes</dd></div>
${one.location === '' ? null : html`<div><dt>Where</dt><dd><bdi>${one.location}</bdi></dd></div>`}
${one.interview_type === '' ? null : html`<div><dt>Kind</dt><dd><bdi>${one.interview_type}</bdi></dd></div>`}
${one.notes === '' ? null : html`<div><dt>Notes</dt><dd><bdi>${one.notes}</bdi></dd></div>`}
</dl>
${one.answer === null ? null : html`<p>${answerLabels[one.answer] ?? ''}</p>`}
${mayAnswer ? renderInterviewForms(one) : null}
</section>`,
)}`

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

const renderAnswerForm = (collaboratorId: number, answer: 'accept' | 'decline', button: string): Html =>
  renderForm(
    [
      { name: 'collaborator_id', label: '', type: 'hidden', value: String(collaboratorId) },
      { name: 'answer', label: '', type: 'hidden', value: answer },
    ],
    button,
  )

/** Renders a project, with forms to accept or to leave. */
export const renderProject = (
  { title, description, status, owner }: Project,
  { collaboratorId, role, hasAccepted }: Membership,
): Html => html`<section class="card">
<h2><bdi>${title}</bdi></h2>
<p><bdi>${description}</bdi></p>
<dl>
<div><dt>Owner</dt><dd><bdi>${owner.name}</bdi></dd></div>
<div><dt>State</dt><dd>${status.replaceAll('_', ' ')}</dd></div>
${role === '' ? null : html`<div><dt>My role</dt><dd><bdi>${role}</bdi></dd></div>`}
</dl>
</section>
${
  collaboratorId === null
    ? null
    : html`<section class="card"><h2>${hasAccepted ? 'You take part in this project' : 'You were added to this project'}</h2>
<p>If you do not want to take part, decline. You will no longer see what is private in it.</p>
${hasAccepted ? null : renderAnswerForm(collaboratorId, 'accept', 'Accept')}
${renderAnswerForm(collaboratorId, 'decline', 'Decline and leave')}
</section>`
}`

export interface ListedApplication {
  id: number
  status: string
  job_post: { title: string }
}

/** Renders the applications of the visitor. */
export const renderHome = (name: string, applications: readonly ListedApplication[], base: string): Html =>
  html`<p class="lede">Hello <bdi>${name}</bdi>.</p>
<section class="card"><h2>My applications</h2>
${
  applications.length === 0
    ? html`<p>There are none yet.</p>`
    : html`<ul>${applications.map(
        ({ id, status, job_post }) =>
          html`<li><a href="${base}/app/job-applications/${id}"><bdi>${job_post.title}</bdi></a>: ${statusLabels[status] ?? status}</li>`,
      )}</ul>`
}
</section>
<p><a href="${base}/app/security">Security of my account</a></p>`

export interface Notification {
  id: number
  title: string
  message: string
  created_at: string
}

/** Renders the newest unread notifications of the visitor. */
export const renderNotifications = (unread: readonly Notification[], timezone: string): Html =>
  unread.length === 0
    ? html`<p class="lede">There is nothing new.</p>`
    : html`${unread.map(
        ({ title, message, created_at }) => html`<section class="card">
<h2><bdi>${title}</bdi></h2>
<p><bdi>${message}</bdi></p>
<p><time datetime="${created_at}">${formatDateTime(created_at, timezone)}</time></p>
</section>
`,
      )}<section><form method="post"><button>Mark all as read</button></form></section>`
