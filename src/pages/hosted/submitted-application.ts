/** The HTML of what was submitted with an application, as the one who looks may see it, and of how it was judged. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { toMinorUnits } from '#core/money.ts'
import { formatDateTime, formatDay, formatMoneyRange } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { JobApplication, JobPost, Scorecard } from '../contract.ts'
import { renderParagraphs } from '../parts.ts'
import type { Writer } from '../writer.ts'

interface SubmittedApplication {
  application: JobApplication
  /** The currency of the post; undefined for those who do not see the post. */
  currency: JobPost['currency'] | undefined
  base: string
}

function listContacts(
  writer: Writer,
  { application, currency = '' }: SubmittedApplication,
): [PlainTemplate, Html | string][] {
  const { write, wording } = writer
  const { email, phone, available_date, salary_expectation: salary } = application
  const facts: [PlainTemplate, Html | string][] = [
    ['E-mail', email === '' ? '' : html`<a href="mailto:${email}">${email}</a>`],
    ['Telephone', phone === '' ? '' : html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`],
    ['Place', application.location],
    ['Experience', application.experience_level],
    ['Skills', application.skills.length === 0 ? '' : isolateDirections(application.skills, ', ')],
    ['First possible day', available_date === null ? '' : formatDay(available_date, wording)],
    ['Notice period', application.notice_period],
    [
      'Expected salary per year',
      salary === null
        ? ''
        : currency === ''
          ? String(salary)
          : formatMoneyRange([toMinorUnits(salary, currency)], currency, wording),
    ],
    ['Remote work', application.remote_interested ? write('Yes') : ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** Renders contacts, resume, letter and answers. Of a blind candidate, the API gives neither contacts nor resume nor letter. */
export function renderSubmitted(writer: Writer, submitted: SubmittedApplication): Html {
  const { write } = writer
  const { application, base } = submitted
  const { profile_photo: photo, cover_letter: letter, additional_answers: answers, blind } = application
  const resume = `${base}/app/job-applications/${application.id}/resume`
  const contacts = listContacts(writer, submitted)
  return html`${blind && html`<p class="alert">${write('Name, contacts, picture, letter and resume are withheld until the shortlist.')}</p>`}
<section class="card"><h2>${write('Applicant')}</h2>
${photo !== null && html`<p><img class="portrait" src="${photo}" alt="" width="96" height="96"></p>`}
${contacts.length > 0 && html`<dl>${contacts.map(([name, value]) => html`<div><dt>${write(name)}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`}
</section>
${
  application.resume_url !== '' &&
  html`<section class="card on-screen" id="resume"><h2>${write('Resume')}</h2>
<iframe src="${resume}/view" title="${write('Resume')}" loading="lazy"></iframe>
<p><a href="${resume}">${write('Download the resume')}</a></p></section>`
}
${letter !== '' && html`<section class="card"><h2>${write('Cover letter')}</h2>${renderParagraphs(letter)}</section>`}
${
  answers.length > 0 &&
  html`<section class="card"><h2>${write('Questions of the employer')}</h2>
${answers.map(({ question, answer }) => html`<h3 dir="auto">${question}</h3>${renderParagraphs(answer)}`)}</section>`
}`
}

/** Renders what the applicant has proven of what the post asks for. */
export function renderMatch(
  writer: Writer,
  { match, evidence }: Pick<JobApplication, 'match' | 'evidence'>,
): Html | null {
  const { write } = writer
  const { score, reasons, missing, required_met } = match
  if (reasons.length + missing.length + evidence.length === 0) return null
  const renderProof = ({ title, url, awarded_by }: JobApplication['evidence'][number]) =>
    html`<li>${url === null ? html`<bdi>${title}</bdi>` : html`<a href="${url}" rel="noreferrer"><bdi>${title}</bdi></a>`} <span class="soft">${writer.writeHtml('By {name}', { name: awarded_by.name })}</span></li>`
  const known = new Set(reasons.flatMap((reason) => reason.evidence.map(({ title }) => title)))
  const others = evidence.filter(({ title }) => !known.has(title))
  return html`<section class="card"><h2>${write('Proven by others')}</h2>
<p>${write('{score} of 100 points', { score })}${!required_met && html` · ${write('Something that the job requires is missing.')}`}</p>
${reasons.map(({ skill, weight, evidence: proofs }) => html`<h3><bdi>${skill}</bdi> <span class="tag">${weight}</span></h3><ul>${proofs.map(renderProof)}</ul>`)}
${missing.length > 0 && html`<p class="soft">${write('Not proven:')} ${isolateDirections(missing, ', ')}</p>`}
${others.length > 0 && html`<ul>${others.map(renderProof)}</ul>`}</section>`
}

const recommendations = {
  strong_no: 'Certainly not',
  no: 'Rather not',
  yes: 'Rather yes',
  strong_yes: 'Certainly yes',
} as const satisfies Record<Scorecard['recommendation'], PlainTemplate>

/** Renders the scorecards that the visitor may see: colleagues see those of others after their own. */
export function renderScorecards(
  { write, wording }: Writer,
  { scorecards, timezone }: { scorecards: readonly Scorecard[]; timezone: string },
): Html | null {
  if (scorecards.length === 0) return null
  return html`<section class="card" id="scorecards"><h2>${write('Scorecards')}</h2>
${scorecards.map(
  ({ reviewer, ratings, recommendation, notes, created_at }) =>
    html`<article><h3><bdi>${reviewer.name}</bdi> <span class="tag">${write(recommendations[recommendation])}</span></h3>
<p class="soft"><time datetime="${created_at}">${formatDateTime(created_at, timezone, wording)}</time></p>
<ul>${ratings.map(
      ({ criterion, rating, notes: remark }) =>
        html`<li><bdi>${criterion}</bdi>: ${write('{rating} of 5', { rating })}${remark !== '' && html` · <bdi>${remark}</bdi>`}</li>`,
    )}</ul>
${notes !== '' && html`<p class="text" dir="auto">${notes}</p>`}</article>
`,
)}</section>`
}
