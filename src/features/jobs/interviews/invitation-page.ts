import { type Html, html } from '#core/html.ts'
import { fill, type PlainTemplate } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { type LinkedContent, type RenderForm, renderFacts } from '#pages/linked-page-routes.ts'
import type { Writer } from '#pages/writer.ts'
import type { Row } from './mails.ts'

/** How many times the form can propose. */
export const proposedFields = ['time_1', 'time_2', 'time_3'] as const

const states: Record<NonNullable<Row['answer']>, PlainTemplate> = {
  accepted: 'You have accepted this invitation.',
  declined: 'You have declined this invitation.',
  proposed: 'You have proposed other times.',
}

/** Renders the page where an applicant answers an invitation. */
export function renderInvitation(writer: Writer, row: Row, renderForm: RenderForm): LinkedContent {
  const { write, wording } = writer
  const zone = row.applicant_timezone ?? row.timezone
  const facts: [string, string][] = [
    [
      write('When'),
      translate(
        fill('{when}, {minutes, plural, other {{minutes} minutes}}', {
          when: { moment: row.starts_at, timezone: zone },
          minutes: row.duration_minutes,
        }),
        wording,
      ),
    ],
    [write('Kind'), row.interview_type],
    [write('Place'), row.location],
    [write('Notes'), row.notes ?? ''],
  ]
  const body = html`${row.answer === null ? null : html`<p class="lede" role="status">${write(states[row.answer])}</p>`}
<section class="card">
${renderFacts(facts)}
</section>
${renderForms(writer, zone, renderForm)}`
  return { title: translate(fill('Interview: {title}', { title: row.job_post.title }), wording), body }
}

const renderForms = (
  { write, wording }: Writer,
  zone: string,
  renderForm: RenderForm,
): Html => html`<section class="card">
${renderForm(
  html`<label>${write('Message')}<input name="message" maxlength="2000"></label>
<div class="answers"><button name="answer" value="accepted">${write('Accept')}</button>
<button name="answer" value="declined">${write('Decline')}</button></div>`,
  'stacked',
)}
</section>
<section class="card">
<h2>${write('Propose other times')}</h2>
<p class="soft">${translate(fill('In the time zone {zone}.', { zone }), wording)}</p>
${renderForm(
  html`${proposedFields.map((name, index) => html`<label>${write('Time')} ${index + 1}<input type="datetime-local" name="${name}"></label>\n`)}
<button name="answer" value="proposed">${write('Propose')}</button>`,
  'stacked',
)}
</section>`
