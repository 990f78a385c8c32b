/** How far the clock of a service in development is ahead. */

import { integer, type Migration } from './schema.ts'

export const sandboxClock: Migration = {
  name: '0029-sandbox-clock',
  up(schema) {
    // There is one row at most.
    schema.table('sandbox_clock', { id: integer(), ahead_ms: integer() }, { primaryKey: ['id'] })
  },
}
