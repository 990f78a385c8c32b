/** The HTML of a researcher, for people who are signed in. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { formatMonth } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { ResearcherDetails, TeamMember } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { renderForm } from './pages.ts'

type Stage = Pick<ResearcherDetails['employment'][number], 'institution' | 'start' | 'end'> &
  Partial<ResearcherDetails['education'][number] & ResearcherDetails['employment'][number]>

/** Renders what a researcher says about themselves. */
export function renderResearcherPage(writer: Writer, researcher: ResearcherDetails, base: string): Html {
  const { write } = writer
  const { user, headline, bio, verified, education, employment, courses } = researcher
  return html`<div class="person">${user.profile_photo !== null && html`<img class="portrait" src="${user.profile_photo}" alt="" width="96" height="96">`}
<p class="lede"><bdi>${headline}</bdi>${verified && html` <span class="tag">${write('Verified')}</span>`}</p></div>
${bio !== '' && html`<p class="text" dir="auto">${bio}</p>`}
<dl>${listFacts(researcher).map(([name, value]) => html`<div><dt>${write(name)}</dt><dd>${value}</dd></div>`)}</dl>
${renderStages(writer, 'Work', employment)}
${renderStages(writer, 'Education', education)}
${renderEvidence(writer, researcher.evidence)}
${
  courses.length > 0 &&
  html`<section><h2>${write('Courses')}</h2><ul class="rows">${courses.map(
    ({ id, title }) => html`<li><a href="${base}/app/courses/${id}"><bdi>${title}</bdi></a></li>`,
  )}</ul></section>`
}`
}

function listFacts(researcher: ResearcherDetails): [PlainTemplate, Html][] {
  const { institution, department, location, country, fields, skills, languages } = researcher
  const facts: [PlainTemplate, readonly string[]][] = [
    ['Institution', [institution, department]],
    ['Place', [location, location.includes(country) ? '' : country]],
    ['Fields of research', fields],
    ['Skills', skills],
    ['Languages', languages],
  ]
  return facts
    .map(([name, values]) => [name, values.filter((value) => value !== '')] as const)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => [name, isolateDirections(values, ', ')])
}

function renderStages(writer: Writer, title: PlainTemplate, stages: readonly Stage[]): Html | null {
  const { write, wording } = writer
  if (stages.length === 0) return null
  const describeTime = ({ start, end, current = false }: Stage) =>
    [
      start === null ? '' : formatMonth(start, wording),
      end === null ? (current ? write('Today') : '') : formatMonth(end, wording),
    ]
      .filter((part) => part !== '')
      .join(' – ')
  return html`<section><h2>${write(title)}</h2><ul class="rows">${stages.map((stage) => {
    const names = [stage.title, stage.degree, stage.field].filter((name) => name !== undefined && name !== '')
    return html`<li><p>${isolateDirections(
      [...names.map(String), stage.institution].filter((name) => name !== ''),
      ' · ',
    )}</p>
<p class="soft">${describeTime(stage)}</p></li>
`
  })}</ul></section>`
}

function renderEvidence({ write, writeHtml }: Writer, evidence: ResearcherDetails['evidence']): Html | null {
  if (evidence.length === 0) return null
  return html`<section><h2>${write('Proven by others')}</h2><ul class="rows">${evidence.map(
    ({ skill, title, url, awarded_by }) =>
      html`<li><h3>${url === null ? html`<bdi>${title}</bdi>` : html`<a href="${url}" rel="noreferrer"><bdi>${title}</bdi></a>`}${skill !== null && html` <span class="tag"><bdi>${skill}</bdi></span>`}</h3>
<p class="soft">${writeHtml('By {name}', { name: awarded_by.name })}</p></li>
`,
  )}</ul></section>`
}

/** Renders the forms with which the visitor joins or leaves the team. */
export function renderTeamMembership(writer: Writer, { id, role, accepted_at }: TeamMember): Html {
  const { write, writeHtml } = writer
  const renderAnswer = (answer: 'accept' | 'decline', button: PlainTemplate, isQuiet: boolean) =>
    renderForm(writer, {
      hidden: { member_id: String(id), answer },
      button,
      isQuiet,
    })
  return html`<section class="card" id="team"><h2>${write('You are on this team')}</h2>
<p>${writeHtml('Your role: {role}', { role })}</p>
<div class="answers">${accepted_at === null && renderAnswer('accept', 'Accept', false)}${renderAnswer('decline', accepted_at === null ? 'Decline and leave' : 'Leave the team', true)}</div></section>`
}
