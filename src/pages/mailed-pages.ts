/** What routes of pages have in common, and those to which a mail leads: by a signed link in place of a sign-in. */

import { Type } from 'typebox'
import { createErrorResponses } from '#http/envelope.ts'

/** The response of a page, for the API description. */
export const pageResponse = { description: 'The page.', content: { 'text/html': { schema: Type.String() } } }

const problems = createErrorResponses([422])

/** The response of a page that says what is wrong with its form; for callers that ask for JSON, the error of the API. */
export const refusedPage = {
  description: 'The page, with what is wrong with the answer.',
  content: { 'text/html': { schema: Type.String() }, 'application/json': { schema: problems[422] } },
}

/** The link in the mail says who may see the page. */
export const linkedPage = { access: 'public', raw: true } as const

/** The address of the page is a secret, which neither caches, other sites nor search engines may learn. */
export const linkedPageHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
