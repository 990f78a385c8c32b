import { fill, type Sentence } from '#language/sentence.ts'
import type { Awarder } from './schemas.ts'

/** States who awarded the certificate, and whether the issuer knows them: every researcher may write exams and courses. */
export const describeAwarder = ({ name, verified }: Pick<Awarder, 'name' | 'verified'>, issuer: string): Sentence =>
  verified
    ? fill('Awarded by {name}, whose identity {issuer} has verified.', { name, issuer })
    : fill('Awarded by {name}, whose identity {issuer} has not verified.', { name, issuer })
