/** The way from an exam or a course to the certificate that the visitor has for it. */

import { type Html, html } from '#core/html.ts'
import { get, type Visit } from './visit.ts'

/** Renders the link; null without a certificate, or when it is revoked. */
export async function renderCertificateLink(here: Visit, kind: 'exam' | 'course', id: number): Promise<Html | null> {
  const { base, writer } = here.frame
  const listed = await get(here, 'GET /certificates')
  const own = listed.ok ? listed.data.find((one) => one[kind]?.id === id && one.verified) : undefined
  if (own === undefined) return null
  return html`<p><a class="button quiet" href="${base}/app/certificates/${own.id}">${writer.write('Show the certificate')}</a></p>`
}
