import { renderPdf } from '#adapters/pdf/document.ts'
import { drawCertificate, type PrintedCertificate } from './layout.ts'

/** Returns the PDF of one A4 page in landscape; the same certificate gives the same bytes. */
export function print(certificate: PrintedCertificate): Promise<Uint8Array> {
  const { title, name, issuer, awardedBy, signatory, issued_at } = certificate
  return renderPdf(
    {
      size: 'A4',
      layout: 'landscape',
      title: `${title} · ${name}`,
      author: issuer,
      createdAt: issued_at,
      texts: [name, title, issuer, awardedBy.name, signatory],
    },
    drawCertificate(certificate),
  )
}
