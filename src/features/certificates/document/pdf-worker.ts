import { renderPdf } from '../../../adapters/pdf.ts'
import { drawing, type PrintedCertificate } from './drawing.ts'

/** The certificate as a PDF of one A4 page in landscape; the same certificate gives the same bytes. */
export const print = (certificate: PrintedCertificate): Promise<Uint8Array> =>
  renderPdf(
    {
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      title: `${certificate.title} · ${certificate.name}`,
      author: certificate.issuer,
      createdAt: certificate.issued_at,
    },
    drawing(certificate),
  )
