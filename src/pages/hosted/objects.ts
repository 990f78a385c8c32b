/** The HTML of what a visitor sees of their own: a project, notifications. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Translate } from '#language/translate.ts'
import type { Writer } from '../writer.ts'
import { findPagePath } from './navigation.ts'
import { renderForm } from './pages.ts'

/** The states of a project, in their order. */
export const projectStatusLabels: Record<string, PlainTemplate> = {
  planning: 'planning',
  active: 'active',
  on_hold: 'on hold',
  completed: 'completed',
  archived: 'archived',
}

export function describeProjectStatus(write: Translate, status: string): string {
  const label = projectStatusLabels[status]
  return label === undefined ? status : write(label)
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
  isQuiet?: boolean
}

const renderAnswerForm = (writer: Writer, { collaboratorId, answer, button, isQuiet = false }: MembershipForm): Html =>
  renderForm(writer, {
    fields: [
      { name: 'collaborator_id', label: null, type: 'hidden', value: String(collaboratorId) },
      { name: 'answer', label: null, type: 'hidden', value: answer },
    ],
    button,
    isQuiet,
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
<div class="answers">${hasAccepted ? null : renderAnswerForm(writer, { collaboratorId, answer: 'accept', button: 'Accept' })}
${renderAnswerForm(writer, { collaboratorId, answer: 'decline', button: 'Decline and leave', isQuiet: true })}</div>
</section>`
}`
}

export interface Notification {
  id: number
  title: string
  message: string
  created_at: string
  data?: { url?: string } | null
}

/** Renders the newest unread notifications of the visitor; each leads to what it is about. */
export const renderNotifications = (
  { write, wording }: Writer,
  unread: readonly Notification[],
  { base, timezone }: { base: string; timezone: string },
): Html =>
  unread.length === 0
    ? html`<p class="lede">${write('There is nothing new.')}</p>`
    : html`<ul class="rows">${unread.map(({ title, message, created_at, data }) => {
        const path = findPagePath(data?.url)
        return html`<li>
<h2>${path === null ? title : html`<a href="${base}${path}">${title}</a>`}</h2>
<p>${message}</p>
<p class="soft"><time datetime="${created_at}">${formatDateTime(created_at, timezone, wording)}</time></p>
</li>
`
      })}</ul><section><form method="post"><button>${write('Mark all as read')}</button></form></section>`
