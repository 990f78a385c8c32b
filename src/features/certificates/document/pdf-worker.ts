import { renderPdf } from '@research-platform/documents'
import { isRightToLeft } from '#language/languages.ts'
import { drawCertificate } from './layout.ts'
import { type PrintedCertificate, writeCertificate } from './words.ts'

/** Returns the PDF of one A4 page in landscape; the same certificate gives the same bytes. */
export function print(certificate: PrintedCertificate): Promise<Uint8Array> {
  const { title, name, issuer, awardedBy, signatory, issued_at, credential, wording } = certificate
  const words = writeCertificate(certificate)
  return renderPdf(
    {
      size: 'A4',
      layout: 'landscape',
      title: `${title} · ${name}`,
      author: issuer,
      createdAt: issued_at,
      texts: [name, title, issuer, awardedBy.name, signatory, ...Object.values(words)],
      language: wording.language,
      isRightToLeft: isRightToLeft(wording.language),
      attachment: {
        name: 'credential.json',
        type: 'application/vc',
        description: 'Open Badges 3.0 credential',
        content: credential,
      },
    },
    drawCertificate(certificate, words),
  )
}
