/** Those who keep a person in a talent pool ask for a later end of the consent. */

import { integer, type Migration, timestamp } from './schema.ts'

export const consentExtensions: Migration = {
  name: '0094-consent-extensions',
  up(schema) {
    // The later end that the person is asked for; null while no such request is open.
    schema.addColumn('talent_pool_entries', 'requested_until', timestamp().nullable())
    schema.addColumn('talent_pool_entries', 'requested_by', integer().nullable().references('users'))
    // When that request ends without an answer.
    schema.addColumn('talent_pool_entries', 'request_ends_at', timestamp().nullable())
  },
}
