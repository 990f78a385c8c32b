/** The HTML of the visitor's certificates: the list, and one with its links. */

import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Certificate, CertificateDetail, CertificateShare } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { type FormState, renderCheckbox, renderTextField } from './fields.ts'
import { renderEmpty, renderForm } from './pages.ts'

const shownNames = {
  name: 'My name',
  result: 'My result',
  awarded_by: 'Who awarded it',
} as const satisfies Record<string, PlainTemplate>

type Shown = keyof typeof shownNames

/** What a link can show, in their order. */
export const shownParts = Object.keys(shownNames) as Shown[]

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
export function renderShares(state: FormState, shares: readonly CertificateShare[]): Html {
  const { writer } = state
  const { write } = writer
  return html`<section class="card" id="links"><h2>${write('Links to share')}</h2>
<p>${write('Each link shows the title, the issuer, the date and what you choose. You can withdraw it.')}</p>
${shares.length > 0 && html`<ul class="rows">${shares.map((share) => renderShare(writer, share))}</ul>`}
<form class="stacked" method="post" action="#links"><input type="hidden" name="act" value="share">
${renderTextField(state, { name: 'purpose', label: 'What the link is for (optional)', most: 200, hint: 'The page says it, like “Application at the university”.' })}
${renderTextField(state, { name: 'expires_at', label: 'Last day (optional)', type: 'date' })}
<fieldset><legend>${write('The link shows')}</legend>
${shownParts.map((part) => renderCheckbox(state, { name: `shows_${part}`, label: shownNames[part] }))}</fieldset>
<button>${write('Create a link')}</button></form></section>`
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
  fields: [
    { name: 'act', label: null, type: 'hidden', value: 'withdraw' },
    { name: 'share_id', label: null, type: 'hidden', value: String(id) },
  ],
  button: 'Withdraw the link',
  isQuiet: true,
})}</li>
`
}
