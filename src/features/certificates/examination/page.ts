import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import { renderFileForm } from '../verification/file-form.ts'
import type { ExaminedCredential } from './schemas.ts'

type Outcome = ExaminedCredential['verdict']

const signs: Record<Outcome, string> = { proven: '✓', refuted: '✕', open: '–' }
const tones: Record<Outcome, string> = { proven: 'good', refuted: 'bad', open: 'plain' }
const outcomes: Record<Outcome, PlainTemplate> = { proven: 'Proven', refuted: 'Refuted', open: 'Not proven' }

/** Renders what was found out about a credential. */
export function renderExaminationPage(writer: Writer, examined: ExaminedCredential, base: string): string {
  const { write } = writer
  const { verdict, summary, findings, certificate_url } = examined
  const body = html`<h1 class="verdict ${tones[verdict]}"><span aria-hidden="true">${signs[verdict]}</span> ${summary}</h1>
<section class="card">
<table>
${renderFacts(writer, examined)}
</table>
</section>
<section>
<h2>${write('What was checked')}</h2>
<ul class="findings">
${findings.map(
  ({ outcome, message }) => html`<li class="${tones[outcome]}"><span aria-hidden="true">${signs[outcome]}</span>
<strong>${write(outcomes[outcome])}</strong> ${message}</li>
`,
)}</ul>
<p class="soft">${write('A signature proves who said something, and that it was not changed. It does not prove that it is true.')}</p>
${certificate_url === null ? null : html`<p><a href="${certificate_url}">${write('The page of this certificate')}</a></p>`}
</section>
<div class="on-screen">${renderFileForm(writer, base, 'Check another file')}</div>`
  return renderLayout({ writer, title: summary, base, body })
}

function renderFacts({ write, wording }: Writer, examined: ExaminedCredential): Html {
  const { name, issuer, holder, achievements, valid_from } = examined
  const renderRow = (label: PlainTemplate, value: Html | string): Html | null =>
    value === '' ? null : html`<tr><th scope="row">${write(label)}</th><td><bdi>${value}</bdi></td></tr>\n`
  return html`${renderRow('Title', name === '' ? '' : html`<strong>${name}</strong>`)}${renderRow('Name', holder)}
${achievements.map(({ name, criteria, result }) => [
  achievements.length > 1 ? renderRow('Achievement', html`<strong>${name}</strong>`) : null,
  renderRow('Criteria', criteria),
  renderRow('Result', result),
])}${renderRow('Issued by', issuer.name === '' ? issuer.id : html`${issuer.name}<br><small>${issuer.id}</small>`)}
${valid_from === null ? null : renderRow('Date of issue', html`<time datetime="${valid_from}">${formatDay(valid_from, wording)}</time>`)}`
}
