import { type Html, html } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import { fill, type PlainTemplate, type Sentence } from '#language/sentence.ts'
import { renderLayout } from '#pages/layout.ts'
import type { Writer } from '#pages/writer.ts'
import { describeAwarder } from '../awarder.ts'
import { renderFileForm } from './file-form.ts'
import { renderPreview } from './preview.ts'
import type { VerifiedCertificate } from './service.ts'

const renderRow = (name: string, value: Html | string): Html =>
  html`<tr><th scope="row">${name}</th><td>${value}</td></tr>
`

interface Verdict {
  tone: 'good' | 'bad' | 'plain'
  sign: string
  heading: PlainTemplate
  sentence: Sentence
}

function createVerdict({ valid, revoked_at, named, issuer }: VerifiedCertificate): Verdict {
  if (!valid)
    return {
      tone: 'bad',
      sign: '✕',
      heading: 'This certificate was revoked',
      sentence: fill('{issuer} revoked it on {day}. It no longer proves anything.', {
        issuer,
        day: { day: revoked_at ?? '' },
      }),
    }
  if (!named)
    return {
      tone: 'plain',
      sign: '–',
      heading: 'This certificate was issued',
      sentence:
        'Its holder has deleted the account since, and the name with it. It can no longer be confirmed whose it is.',
    }
  return {
    tone: 'good',
    sign: '✓',
    heading: 'This certificate is valid',
    sentence: fill('{issuer} confirms that this record is genuine. Compare it with what you were given.', { issuer }),
  }
}

const deeds = { exam: 'Passed the exam', course: 'Completed the course' } as const

interface Addresses {
  base: string
  /** The address of this page. */
  url: string
}

/** Renders the public verification page. */
export function renderCertificatePage(
  writer: Writer,
  certificate: VerifiedCertificate,
  { base, url }: Addresses,
): string {
  const { write, wording } = writer
  const { tone, sign, heading, sentence } = createVerdict(certificate)
  const { name, title, issuer, awarded_by, issued_date, verification_code, kind } = certificate
  const address = `${base}/certificates/verify/${encodeURIComponent(verification_code)}`
  const body = html`<h1 class="verdict ${tone}"><span aria-hidden="true">${sign}</span> ${write(heading)}</h1>
<p class="lede">${write(sentence)}</p>
<p>${write(describeAwarder(awarded_by, issuer))}</p>
<section class="card">
<table>
${renderRow(write('Name'), html`<strong><bdi>${name}</bdi></strong>`)}
${renderRow(write(deeds[kind]), html`<strong><bdi>${title}</bdi></strong>`)}
${renderRow(write('Issued by'), html`<bdi>${issuer}</bdi>`)}
${renderRow(write('Date of issue'), html`<time datetime="${issued_date}">${formatDay(issued_date, wording)}</time>`)}
${renderRow(write('Verification code'), html`<code>${verification_code}</code>`)}
<tbody class="on-screen">
${renderRow(write('Verifiable credential'), html`<a href="${address}/credential">Open Badges 3.0</a>`)}
${renderRow(write('Badge'), html`<a href="${address}/badge.svg">SVG</a> · <a href="${address}/badge.png">PNG</a>`)}
</tbody>
</table>
</section>
<div class="on-screen">
${renderCodeForm(writer, base, 'Check another certificate')}
${renderFileForm(writer, base, 'Check a file')}
</div>`
  const preview = { title, description: write('{name}, issued by {issuer}', { name, issuer }), url }
  return renderLayout({ writer, title: write(heading), base, body, head: renderPreview(preview) })
}

interface Refusal {
  /** A code that was not found. */
  unknown?: string
  /** Why a file was not checked. */
  notice?: string
}

/** Renders the forms for a code and for a file. */
export function renderCodePage(writer: Writer, base: string, { unknown, notice }: Refusal = {}): string {
  const { write, writeHtml } = writer
  const heading = write(unknown === undefined ? 'Verify a certificate' : 'No certificate has this code')
  const lede =
    unknown === undefined
      ? write('Every certificate bears a code of sixteen letters and digits. Type it here to see whether it is valid.')
      : writeHtml(
          'Nothing was issued under {code}. Compare it with the code on the certificate, and mind the name of the site in the address.',
          {
            code: html`<code><bdi>${unknown.slice(0, 40)}</bdi></code>`,
          },
        )
  const body = html`<h1>${heading}</h1>
<p class="lede">${lede}</p>
${notice === undefined ? null : html`<p class="alert" role="alert">${notice}</p>`}
${renderCodeForm(writer, base, 'Verification code')}
${renderFileForm(writer, base, 'Check a file')}`
  return renderLayout({ writer, title: heading, base, body })
}

const renderCodeForm = ({ write }: Writer, base: string, label: PlainTemplate): Html => html`<section>
<form action="${base}/certificates/verify" method="get">
<label>${write(label)}
<input type="text" name="code" placeholder="XXXX-XXXX-XXXX-XXXX" autocomplete="off" autocapitalize="characters"
spellcheck="false" maxlength="40" required>
</label>
<button>${write('Check')}</button>
</form>
</section>`
