/** How people are reached: mails that a server refused for good, and a time zone for what is written to them. */

import { json, type Migration, text, timestamp } from './schema.ts'

export const peopleReached: Migration = {
  name: '0014-people-reached',
  up(schema) {
    schema.addColumn('mails', 'failed_at', timestamp().nullable())
    // What the mail server answered.
    schema.addColumn('mails', 'failure', text().default(''))
    schema.addColumn('users', 'email_bounced_at', timestamp().nullable())
    // An IANA name; null for the one of the operator.
    schema.addColumn('users', 'timezone', text().nullable())
    // Null until the person gave one.
    schema.addColumn('users', 'billing_address', json().nullable())
  },
}
