import { type Html, html } from '#core/html.ts'
import { renderLayout } from '#pages/layout.ts'
import { describeAwarder } from '../awarder.ts'
import type { Verified } from './service.ts'

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (moment: string) => longDate.format(new Date(moment))

const renderRow = (name: string, value: Html | string): Html =>
  html`<tr><th scope="row">${name}</th><td>${value}</td></tr>
`

interface Verdict {
  tone: 'good' | 'bad' | 'plain'
  sign: string
  heading: string
  sentence: string
}

function createVerdict({ valid, revoked_at, named, issuer }: Verified): Verdict {
  if (!valid)
    return {
      tone: 'bad',
      sign: '✕',
      heading: 'This certificate was revoked',
      sentence: `${issuer} revoked it on ${formatDay(revoked_at ?? '')}. It no longer proves anything.`,
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
    sentence: `${issuer} confirms that this record is genuine. Compare it with what you were given.`,
  }
}

const deeds = { exam: 'Passed the exam', course: 'Completed the course' }

/** Renders the public verification page. */
export function renderCertificatePage(certificate: Verified, base: string): string {
  const { tone, sign, heading, sentence } = createVerdict(certificate)
  const { name, title, issuer, awarded_by, issued_date, verification_code, kind } = certificate
  const body = html`<h1 class="verdict ${tone}"><span aria-hidden="true">${sign}</span> ${heading}</h1>
<p class="lede"><bdi>${sentence}</bdi></p>
<p><bdi>${describeAwarder(awarded_by, issuer)}.</bdi></p>
<section class="card">
<table>
${renderRow('Name', html`<strong><bdi>${name}</bdi></strong>`)}
${renderRow(deeds[kind], html`<strong><bdi>${title}</bdi></strong>`)}
${renderRow('Issued by', html`<bdi>${issuer}</bdi>`)}
${renderRow('Date of issue', html`<time datetime="${issued_date}">${formatDay(issued_date)}</time>`)}
${renderRow('Verification code', html`<code>${verification_code}</code>`)}
</table>
</section>
${renderCodeForm(base, 'Check another certificate')}`
  return renderLayout({ title: heading, base, body })
}

/** Renders the form for a code; `unknown` is a code that was not found. */
export function renderCodePage(base: string, unknown: string | null): string {
  const heading = unknown === null ? 'Verify a certificate' : 'No certificate has this code'
  const lede =
    unknown === null
      ? html`Every certificate bears a code of sixteen letters and digits. Type it here to see whether it is valid.`
      : html`Nothing was issued under <code><bdi>${unknown.slice(0, 40)}</bdi></code>. Compare it with the code on the
certificate, and mind the name of the site in the address.`
  const body = html`<h1>${heading}</h1>
<p class="lede">${lede}</p>
${renderCodeForm(base, 'Verification code')}`
  return renderLayout({ title: heading, base, body })
}

const renderCodeForm = (base: string, label: string): Html => html`<section>
<form action="${base}/certificates/verify" method="get">
<label>${label}
<input type="text" name="code" placeholder="XXXX-XXXX-XXXX-XXXX" autocomplete="off" autocapitalize="characters"
spellcheck="false" maxlength="40" required>
</label>
<button>Check</button>
</form>
</section>`
