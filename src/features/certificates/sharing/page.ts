import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import { fill, type PlainTemplate } from '#language/sentence.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import { describeAwarder } from '../awarder.ts'
import { renderPreview } from '../verification/preview.ts'
import type { SharedCertificatePage } from './service.ts'

/** Renders the page of a shared certificate. */
export function renderSharedPage(writer: Writer, { certificate, url }: SharedCertificatePage, base: string): string {
  const { write, wording } = writer
  const { valid, title, issuer, issued_date, purpose, name, result, awarded_by } = certificate
  const heading = write(valid ? 'This certificate is valid' : 'This certificate was revoked')
  const renderRow = (label: PlainTemplate, value: Html | string): Html =>
    html`<tr><th scope="row">${write(label)}</th><td><bdi>${value}</bdi></td></tr>\n`
  const body = html`<h1 class="verdict ${valid ? 'good' : 'bad'}"><span aria-hidden="true">${valid ? '✓' : '✕'}</span> ${heading}</h1>
<p class="lede">${
    valid
      ? write('{issuer} confirms it. Its holder shares it with this link, and can withdraw the link at any time.', {
          issuer,
        })
      : write('It no longer proves anything.')
  }</p>
${awarded_by === null ? null : html`<p>${write(describeAwarder(awarded_by, issuer))}</p>`}
<section class="card">
<table>
${renderRow('Title', html`<strong>${title}</strong>`)}
${name === null ? null : renderRow('Name', html`<strong>${name}</strong>`)}
${result === null ? null : renderRow('Result', `${result} %`)}
${renderRow('Issued by', issuer)}
${renderRow('Date of issue', html`<time datetime="${issued_date}">${formatDay(issued_date, wording)}</time>`)}
${purpose === '' ? null : renderRow('Shared for', purpose)}
</table>
</section>`
  const description = write(fill('{name}, issued by {issuer}', { name: name ?? title, issuer }))
  return renderLayout({ writer, title: heading, base, body, head: renderPreview({ title, description, url }) })
}
