/** The HTML of what a visitor sees of their own: a project, notifications. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Translate } from '#language/translation.ts'
import type { Notification, Project } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { findPagePath } from './navigation.ts'
import { renderEmpty, renderForm } from './pages.ts'
import { renderTabs } from './paging.ts'

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
    hidden: { collaborator_id: String(collaboratorId), answer },
    button,
    isQuiet,
  })

/** Renders a project, with forms to accept or to leave. */
export const renderProject = (
  writer: Writer,
  { description, status, owner }: Project,
  { collaboratorId, role, hasAccepted }: Membership,
): Html => {
  const { write } = writer
  return html`<section class="card">
<p class="text" dir="auto">${description}</p>
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

interface Notifications {
  notifications: readonly Notification[]
  /** How many are unread, whatever is shown. */
  unread: number
  /** Whether those that were read are shown, too. */
  isWhole: boolean
  base: string
  timezone: string
}

/** Renders a page of the visitor's notifications, the newest first; each leads to what it is about. */
export function renderNotifications(writer: Writer, shown: Notifications): Html {
  const { write } = writer
  const { notifications, unread, isWhole, base } = shown
  const tabs = { name: 'show', label: 'State', labels: { all: 'All' }, none: 'Unread' } as const
  return html`${renderTabs(writer, { ...tabs, chosen: isWhole ? 'all' : '' })}
<section>${
    notifications.length === 0
      ? renderEmpty({ base, writer }, isWhole ? 'There are none yet.' : 'There is nothing new.')
      : html`<ul class="rows">${notifications.map((one) => renderNotification(writer, one, shown))}</ul>`
  }
${unread > 0 && html`<form method="post"><button class="quiet">${write('Mark all as read')}</button></form>`}</section>`
}

function renderNotification({ write, wording }: Writer, one: Notification, { base, timezone, isWhole }: Notifications) {
  const { id, title, message, created_at, read, data } = one
  const path = findPagePath(data?.url)
  return html`<li><h2>${path === null ? title : html`<a href="${base}${path}">${title}</a>`}${
    isWhole && !read && html` <span class="tag">${write('Unread')}</span>`
  }</h2>
<p class="text">${message}</p>
<div class="foot"><time class="soft" datetime="${created_at}">${formatDateTime(created_at, timezone, wording)}</time>${
    !read &&
    html` <form method="post"><button class="quiet" name="id" value="${id}" aria-label="${write('Mark as read')}: ${title}">${write('Mark as read')}</button></form>`
  }</div></li>
`
}
