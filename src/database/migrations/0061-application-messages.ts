/** Messages about applications, with their files, and templates of messages. */

import { id, integer, json, type Migration, text, timestamp } from './schema.ts'

export const applicationMessages: Migration = {
  name: '0061-application-messages',
  up(schema) {
    schema.table('application_messages', {
      id: id(),
      application_id: integer().references('job_applications', 'cascade'),
      // The author; the applicant, or a user who managed the post.
      user_id: integer().references('users'),
      body: text(),
      created_at: timestamp(),
    })
    schema.index('application_messages', ['application_id', 'id'])
    schema.index('application_messages', ['user_id', 'id'])
    schema.table(
      'message_files',
      {
        message_id: integer().references('application_messages', 'cascade'),
        file_id: integer().references('files', 'cascade'),
      },
      { primaryKey: ['message_id', 'file_id'] },
    )
    schema.index('message_files', ['file_id'])
    schema.table('message_templates', {
      id: id(),
      user_id: integer().references('users'),
      name: text(),
      texts: json(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('message_templates', ['user_id', 'id'])
  },
}
