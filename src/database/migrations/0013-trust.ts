/** What ordinary accounts cannot do: who awarded a certificate. */

import { boolean, type Migration } from './schema.ts'

export const trust: Migration = {
  name: '0013-trust',
  up(schema) {
    // Whether the identity of the author was verified on the day of issue.
    schema.addColumn('certificates', 'author_verified', boolean().default(false))
  },
}
