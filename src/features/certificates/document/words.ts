import { formatDay } from '#language/formats.ts'
import { createTranslate, type Translate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { describeAwarder } from '../awarder.ts'

/** The content of a certificate. */
export interface PrintedCertificate {
  kind: 'exam' | 'course'
  name: string
  title: string
  issuer: string
  /** Percent; null for a course. */
  score: number | null
  /** The author of the exam or course. */
  awardedBy: { name: string; verified: boolean }
  /** The duration of the course. */
  minutes: number | null
  /** Paths of pictures of the organization. */
  logo: string | null
  signature: string | null
  /** The name and office of the signer. */
  signatory: string
  issued_at: string
  revoked_at: string | null
  verification_code: string
  /** The verification page. */
  url: string
  /** The verifiable credential, as JSON; the document carries it. */
  credential: string
  /** The language of the holder. */
  wording: Localizer
}

/** The sentences of a certificate; some are empty. */
export type CertificateWords = ReturnType<typeof writeCertificate>

export function writeCertificate({ wording, kind, issuer, ...certificate }: PrintedCertificate) {
  const { awardedBy, signatory, issued_at, revoked_at, url } = certificate
  const write = createTranslate(wording)
  return {
    heading: write(kind === 'exam' ? 'CERTIFICATE OF ACHIEVEMENT' : 'CERTIFICATE OF COMPLETION'),
    certifies: write('This certifies that'),
    holder: write('the holder of this certificate'),
    deed: write(kind === 'exam' ? 'has passed the examination' : 'has completed the course'),
    result: describeResult(write, certificate),
    // A line of its own, without the full stop.
    awarder: write(describeAwarder(awardedBy, issuer)).replace(/\.$/, ''),
    incomplete: write('Some characters cannot be printed here. The page below shows them all.'),
    logo: write('Logo of {issuer}', { issuer }),
    signature: write('Signature of {name}', { name: signatory || issuer }),
    issuedOn: formatDay(issued_at, wording),
    dateOfIssue: write('Date of issue'),
    qrCode: write('QR code that leads to {url}', { url }),
    check: write('Scan to verify, or open the page below. Verification code:'),
    revoked: write('REVOKED'),
    revokedOn: revoked_at === null ? '' : formatDay(revoked_at, wording),
  }
}

/** Describes the score or the duration, if known: hours are rounded to halves, and less than one is in minutes. */
function describeResult(write: Translate, { score, minutes }: Pick<PrintedCertificate, 'score' | 'minutes'>): string {
  if (score !== null) return write('with a result of {score} %', { score })
  if (minutes === null || minutes === 0) return ''
  if (minutes < 60)
    return write('a course of {minutes, plural, one {{minutes} minute} other {{minutes} minutes}}', { minutes })
  const hours = Math.round(minutes / 30) / 2
  return write('a course of {hours, plural, one {{hours} hour} other {{hours} hours}}', { hours })
}
