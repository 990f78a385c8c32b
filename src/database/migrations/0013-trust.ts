/**
 * What ordinary accounts cannot do: who awarded a certificate, which browser began a sign-in, how much was uploaded,
 * and rendered lessons.
 */

import { boolean, integer, type Migration, text } from './schema.ts'

export const trust: Migration = {
  name: '0013-trust',
  up(schema) {
    // Whether the identity of the author was verified on the day of issue.
    schema.addColumn('certificates', 'author_verified', boolean().default(false))
    // A hash of the network and the user agent that began the sign-in, and may finish it.
    schema.addColumn('sign_in_states', 'browser_hash', text().default(''))
    // The bytes of the chunks that arrived; more than there are when a chunk was sent again.
    schema.addColumn('uploads', 'stored_bytes', integer().default(0))
    // The parts of the rendered content, as JSON; empty for lessons that were saved before.
    schema.addColumn('lessons', 'rendered', text().default(''))
  },
}
