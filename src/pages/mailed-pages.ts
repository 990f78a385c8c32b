/** What routes of pages have in common, and those to which a mail leads: by a signed link in place of a sign-in. */

import { type TSchema, Type } from 'typebox'

/** The response of a page, for the API description. */
export const pageResponse = { description: 'The page.', content: { 'text/html': { schema: Type.String() } } }

/** The response of a page that says what is wrong with its form; the errors of the API are those of its schema. */
export const createRefusedPage = (schema: TSchema) => ({
  description: 'The page, with what is wrong with the answer.',
  content: { 'text/html': { schema: Type.String() }, 'application/json': { schema } },
})

/** The link in the mail says who may see the page. */
export const linkedPage = { access: 'public', raw: true } as const

/** The address of the page is a secret, which neither caches, other sites nor search engines may learn. */
export const linkedPageHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
