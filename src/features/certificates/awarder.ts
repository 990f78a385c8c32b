import type { Awarder } from './certificates/schemas.ts'

/** States who awarded the certificate, and whether the issuer knows them: anybody may write exams and courses. */
export const describeAwarder = ({ name, verified }: Pick<Awarder, 'name' | 'verified'>, issuer: string): string =>
  `Awarded by ${name}, whose identity ${issuer} has ${verified ? '' : 'not '}verified`
