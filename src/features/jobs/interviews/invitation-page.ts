import { type Html, html } from '#core/html.ts'
import { fill, type PlainTemplate, type Sentence } from '#language/sentence.ts'
import { translate } from '#language/translate.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import type { Row } from './mails.ts'

interface InvitationPage {
  row: Row
  base: string
  /** Where the forms are sent to. */
  action: string
  /** The signature of the link, which the forms repeat. */
  proof: { expires: string; signature: string }
  /** What is wrong with what was sent. */
  notice?: Sentence
}

/** How many times the form can propose. */
export const proposedFields = ['time_1', 'time_2', 'time_3'] as const

const states: Record<NonNullable<Row['answer']>, PlainTemplate> = {
  accepted: 'You have accepted this invitation.',
  declined: 'You have declined this invitation.',
  proposed: 'You have proposed other times.',
}

/** Renders the page where an applicant answers an invitation without signing in. */
export function renderInvitationPage(writer: Writer, { base, notice, ...shown }: InvitationPage): string {
  const { write, wording } = writer
  const { row } = shown
  const zone = row.applicant_timezone ?? row.timezone
  const title = translate(fill('Interview: {title}', { title: row.job_post.title }), wording)
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
  const body = html`<h1>${title}</h1>
${notice === undefined ? null : html`<p class="alert" role="alert">${translate(notice, wording)}</p>`}
${row.answer === null ? null : html`<p class="lede" role="status">${write(states[row.answer])}</p>`}
<section class="card">
<table>
${facts.filter(([, value]) => value !== '').map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="text">${value}</td></tr>\n`)}
</table>
</section>
${renderForms(writer, shown)}`
  return renderLayout({ writer, title, base, body })
}

type Shown = Pick<InvitationPage, 'row' | 'action' | 'proof'>

const renderProof = ({ proof }: Shown): Html =>
  html`<input type="hidden" name="expires" value="${proof.expires}"><input type="hidden" name="signature" value="${proof.signature}">`

const renderForms = ({ write, wording }: Writer, shown: Shown): Html => html`<section class="card">
<form method="post" action="${shown.action}" class="stacked">${renderProof(shown)}
<label>${write('Message')}<input name="message" maxlength="2000"></label>
<div class="answers"><button name="answer" value="accepted">${write('Accept')}</button>
<button name="answer" value="declined">${write('Decline')}</button></div>
</form>
</section>
<section class="card">
<h2>${write('Propose other times')}</h2>
<p class="soft">${translate(fill('In the time zone {zone}.', { zone: shown.row.applicant_timezone ?? shown.row.timezone }), wording)}</p>
<form method="post" action="${shown.action}" class="stacked">${renderProof(shown)}
${proposedFields.map((name, index) => html`<label>${write('Time')} ${index + 1}<input type="datetime-local" name="${name}"></label>\n`)}
<button name="answer" value="proposed">${write('Propose')}</button>
</form>
</section>`
