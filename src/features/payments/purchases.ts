/** The names of purchases, which are stored in English and written in the language of their reader. */

import { type Filled, fill, type Verbatim, verbatim } from '#language/sentence.ts'

const courseStart = 'Course: '

/** Returns the name under which the purchase of a course is stored. */
export const formatCoursePurchase = (title: string): string => `${courseStart}${title}`

/** Returns the name of a purchase for a reader; that of a plan stays as it is. */
export const describePurchase = (stored: string): Filled | Verbatim =>
  stored.startsWith(courseStart)
    ? fill('Course: {title}', { title: stored.slice(courseStart.length) })
    : verbatim(stored)
