/** The HTML of what is done in a project, and by whom. */

import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Milestone, ProjectCollaborator } from '../contract.ts'
import type { Writer } from '../writer.ts'

const milestoneStates = {
  not_started: 'Not started',
  in_progress: 'In progress',
  in_review: 'In review',
  completed: 'Finished',
  blocked: 'Blocked',
} as const satisfies Record<string, PlainTemplate>

/** Renders the milestones in their order; nothing without one. */
export function renderMilestones({ write, wording }: Writer, milestones: readonly Milestone[]): Html | null {
  if (milestones.length === 0) return null
  return html`<section><h2>${write('Milestones')}</h2>
<ol class="rows">${milestones.map(
    ({ title, due_date, status }) =>
      html`<li><h3><bdi>${title}</bdi> <span class="tag">${write(milestoneStates[status])}</span></h3>
<p class="soft">${write('Due on {day}', { day: { verbatim: formatDay(due_date, wording) } })}</p></li>
`,
  )}</ol></section>`
}

/** Renders the people who take part, besides the owner; nothing without one. */
export function renderMembers({ write }: Writer, members: readonly ProjectCollaborator[]): Html | null {
  const accepted = members.filter(({ accepted_at }) => accepted_at !== null)
  if (accepted.length === 0) return null
  return html`<section class="card"><h2>${write('People')}</h2>
<ul class="plain">${accepted.map(({ user, role }) => html`<li><bdi>${user.name}</bdi> <bdi class="soft">${role}</bdi></li>\n`)}</ul></section>`
}
