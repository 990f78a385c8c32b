/** People end the mails of announcements without those of courses, with which they share a type. */

import { boolean, type Migration } from './schema.ts'

export const announcementMails: Migration = {
  name: '0093-announcement-mails',
  up(schema) {
    schema.addColumn('notification_preferences', 'announcements_off', boolean().default(false))
  },
}
