/**
 * Exams that are taken in Safe Exam Browser. It adds a header to each request, the hash of its address and of the key of its
 * configuration, which the author has from the program's own tool:
 * https://safeexambrowser.org/developer/seb-config-key.html
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { AnyContext } from '#context.ts'
import { ensure, Problem } from '#core/problem.ts'
import { examRights, toExam } from '../rights.ts'

export const otherBrowser = new Problem(
  403,
  'This exam is taken in Safe Exam Browser, with the configuration of its author.',
)

interface BoundExam {
  owner_id: number
  hidden_at: string | null
  safe_exam_browser: { config_keys: string[] } | null
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Throws 403 for a request from another program. Those who manage the exam need none, so that a wrong key locks none of them out. */
export function ensureExamBrowser({ actor, origin }: AnyContext, exam: BoundExam): void {
  const { safe_exam_browser: wanted } = exam
  if (wanted === null || examRights.may.manage(actor, toExam(exam))) return
  const { examBrowser: sent } = origin
  ensure(sent !== null, otherBrowser)
  const input = Buffer.from(sent.configKeyHash, 'hex')
  const isKnown = wanted.config_keys.some((key) => {
    const expected = hash(sent.url + key)
    return input.length === expected.length && timingSafeEqual(input, expected)
  })
  ensure(isKnown, otherBrowser)
}
