/** The names of purchases, which are stored in English and written in the language of their reader. */

import { type FilledSentence, fill, type Verbatim, verbatim } from '#language/sentence.ts'

const courseStart = 'Course: '
const examStart = 'Exam: '

/** Returns the name under which the purchase of a course is stored. */
export const formatCoursePurchase = (title: string): string => `${courseStart}${title}`

/** Returns the name under which the fee of an exam is stored. */
export const formatExamPurchase = (title: string): string => `${examStart}${title}`

/** Returns the name of a purchase for a reader; that of a plan stays as it is. */
export function describePurchase(stored: string): FilledSentence | Verbatim {
  if (stored.startsWith(courseStart)) return fill('Course: {title}', { title: stored.slice(courseStart.length) })
  if (stored.startsWith(examStart)) return fill('Exam: {title}', { title: stored.slice(examStart.length) })
  return verbatim(stored)
}
