/** Certificates, for the tests that need some: given as exams and courses give them. */

import { inTransaction } from '../../src/context.ts'
import { type IssuedCertificate, issueCertificate } from '../../src/features/certificates/index.ts'
import type { Person, TestApp } from './app.ts'

interface Wish {
  for?: { examId: number } | { courseId: number }
  title?: string
  score?: number | null
}

let exams = 0

/** A certificate of the person, for an exam of its own unless told. */
export function certified(
  { service }: Pick<TestApp, 'service'>,
  { id }: Pick<Person, 'id'>,
  wish: Wish = {},
): Promise<IssuedCertificate> {
  const { for: achievement = { examId: ++exams }, title = 'Statistics', score = 92 } = wish
  const given = { userId: id, for: achievement, title, score }
  return inTransaction(service.context, (tx) => issueCertificate(tx, given))
}
