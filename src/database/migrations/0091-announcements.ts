/** Announcements of administrators, plans that are not offered any more, and what the console finds acts by. */

import { boolean, id, integer, json, type Migration, text, timestamp } from './schema.ts'

export const announcements: Migration = {
  name: '0091-announcements',
  up(schema) {
    schema.table('announcements', {
      id: id(),
      created_by: integer().nullable().references('users', 'set null'),
      title: text(),
      message: text(),
      roles: json(),
      channels: json(),
      status: text().oneOf('sending', 'sent', 'canceled'),
      // People who are to be reached, who were, and who got a mail.
      total: integer(),
      reached: integer().default(0),
      mailed: integer().default(0),
      // Accounts are reached in the order of their ids, up to the last one that there was when it began.
      position: integer().default(0),
      last_user_id: integer(),
      created_at: timestamp(),
      finished_at: timestamp().nullable(),
    })
    schema.index('announcements', ['created_by'])
    schema.index('announcements', ['created_at'])

    // A retired plan is not offered any more; subscriptions to it go on.
    schema.addColumn('plans', 'retired', boolean().default(false))

    // Rows of reads are out of the way in the console. Rows that are older than this column count as acts.
    schema.addColumn('audit_log', 'is_read', boolean().default(false))
    schema.index('audit_log', ['id'], { where: 'not is_read' })
    schema.index('audit_log', ['request_id', 'id'], { where: 'request_id is not null' })
  },
}
