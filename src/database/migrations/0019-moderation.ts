/** Suspended accounts, content that administrators hide, and reports by users. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

const contentTables = ['job_posts', 'courses', 'exams', 'projects', 'researchers'] as const
const kinds = ['job_post', 'course', 'exam', 'project', 'researcher'] as const

export const moderation: Migration = {
  name: '0019-moderation',
  up(schema) {
    schema.addColumn('users', 'suspended_at', timestamp().nullable())
    schema.addColumn('users', 'suspension_reason', text().default(''))
    // They replace the indexes of all users, because lists omit suspended ones.
    schema.dropIndex('users', ['id'])
    schema.dropIndex('users', ['role', 'id'])
    schema.index('users', ['id'], { where: 'deleted_at is null and suspended_at is null' })
    schema.index('users', ['role', 'id'], { where: 'deleted_at is null and suspended_at is null' })
    // For the lists of administrators.
    schema.index('users', ['suspended_at', 'id'], { where: 'suspended_at is not null' })
    schema.index('users', ['deleted_at', 'id'], { where: 'deleted_at is not null' })
    schema.index('users', ['email_verified_at', 'id'], { where: 'email_verified_at is null and deleted_at is null' })

    // Hidden content has the status of a draft, so that public lists, counters and the search omit it; its former
    // status is restored with it.
    for (const table of contentTables) {
      schema.addColumn(table, 'hidden_at', timestamp().nullable())
      schema.addColumn(table, 'hidden_status', text().nullable())
      schema.index(table, ['hidden_at', 'id'], { where: 'hidden_at is not null' })
    }

    // Content stays hidden while there is a cause: a decision about it, or the suspension of its owner.
    schema.table(
      'hidden_content',
      {
        kind: text().oneOf(...kinds),
        content_id: integer(),
        cause: text().oneOf('moderation', 'suspension'),
        reason: text(),
        hidden_at: timestamp(),
      },
      { primaryKey: ['kind', 'content_id', 'cause'] },
    )

    schema.table('reports', {
      id: id(),
      kind: text().oneOf(...kinds),
      content_id: integer(),
      title: text(),
      owner_id: integer().references('users', 'cascade'),
      // Null once the account of the reporter is deleted.
      reporter_id: integer().nullable().references('users', 'set null'),
      reason: text(),
      created_at: timestamp(),
      decision: text().nullable().oneOf('hidden', 'dismissed'),
      decided_at: timestamp().nullable(),
      decided_by: integer().nullable().references('users', 'set null'),
      decision_reason: text().default(''),
    })
    schema.index('reports', ['reporter_id', 'kind', 'content_id'], { unique: true, where: 'decided_at is null' })
    schema.index('reports', ['id'], { where: 'decided_at is null' })
    schema.index('reports', ['kind', 'content_id', 'id'])
    schema.index('reports', ['owner_id', 'id'])
    schema.index('reports', ['decision', 'id'])
    schema.index('reports', ['decided_by'])
  },
}
