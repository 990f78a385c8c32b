/** The HTML of the visitor's certificates: the list, and one with its links. */

import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Certificate, CertificateDetail, CertificateShare } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty, renderForm } from './pages.ts'

const shownNames = {
  name: 'My name',
  result: 'My result',
  awarded_by: 'Who awarded it',
} as const satisfies Record<string, PlainTemplate>

export const newShare = defineForm('POST /certificates/{id}/share', {
  groups: ['purpose', 'expires_at', 'shows'],
  widgets: {
    purpose: {
      label: 'What the link is for (optional)',
      hint: 'The page says it, like “Application at the university”.',
    },
    expires_at: { input: 'last-day', label: 'Last day (optional)' },
    shows: { label: 'The link shows', choices: shownNames },
  },
})

/** Renders the certificates. */
export function renderCertificates(writer: Writer, certificates: readonly Certificate[], base: string): Html {
  const { wording } = writer
  if (certificates.length === 0)
    return renderEmpty(
      { base, writer },
      'There are none yet. You get one for a course that you finish or an exam that you pass.',
      { path: '/app/courses', text: 'Courses' },
    )
  return html`<ul class="rows">${certificates.map(
    ({ id, title, issuer, issued_date }) =>
      html`<li><h2><a href="${base}/app/certificates/${id}"><bdi>${title}</bdi></a></h2>
<p class="soft"><bdi>${issuer}</bdi> · ${formatDay(issued_date, wording)}</p></li>
`,
  )}</ul>`
}

/** Renders a certificate with the ways to its document and its public page. */
export function renderCertificate(writer: Writer, certificate: CertificateDetail, base: string): Html {
  const { write, wording } = writer
  const { id, name, issuer, issued_date, score, verification_code, certificate_url, revoked_at } = certificate
  return html`<section class="card">
<dl>
<div><dt>${write('Name')}</dt><dd><bdi>${name}</bdi></dd></div>
<div><dt>${write('Issuer')}</dt><dd><bdi>${issuer}</bdi></dd></div>
<div><dt>${write('Date')}</dt><dd>${formatDay(issued_date, wording)}</dd></div>
${score === null ? null : html`<div><dt>${write('Result')}</dt><dd>${write('{percent} %', { percent: score })}</dd></div>`}
<div><dt>${write('Code')}</dt><dd><code>${verification_code}</code></dd></div>
</dl>
${revoked_at === null ? null : html`<p class="alert">${write('It is revoked.')} <bdi>${certificate.revocation_reason}</bdi></p>`}
<p><a href="${base}/app/certificates/${id}/pdf">${write('Download as PDF')}</a> · <a href="${certificate_url}">${write('Its public page')}</a></p>
</section>`
}

/** Renders the links to a certificate, and the form for another one. */
export function renderShares(writer: Writer, shares: readonly CertificateShare[], form: Html): Html {
  const { write } = writer
  return html`<section class="card" id="links"><h2>${write('Links to share')}</h2>
<p>${write('Each link shows the title, the issuer, the date and what you choose. You can withdraw it.')}</p>
${shares.length > 0 && html`<ul class="rows">${shares.map((share) => renderShare(writer, share))}</ul>`}
${form}</section>`
}

function renderShare(writer: Writer, { id, url, linkedin_url, purpose, shows, expires_at }: CertificateShare): Html {
  const { write, wording } = writer
  const facts = [
    ...shows.map((part) => write(shownNames[part])),
    expires_at === null ? '' : write('Until {day}', { day: { verbatim: formatDay(expires_at, wording) } }),
  ].filter((fact) => fact !== '')
  return html`<li>${purpose !== '' && html`<h3><bdi>${purpose}</bdi></h3>`}
<p><a href="${url}"><bdi>${url}</bdi></a></p>
<p class="soft">${facts.join(' · ')}</p>
<p><a href="${linkedin_url}" rel="noreferrer">${write('Add to LinkedIn')}</a></p>
${renderForm(writer, {
  hidden: { act: 'withdraw', share_id: String(id) },
  button: 'Withdraw the link',
  isQuiet: true,
})}</li>
`
}
