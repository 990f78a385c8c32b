/** The drafts of an author, who may have thousands of published exams. */

import type { Migration } from './schema.ts'

export const examDrafts: Migration = {
  name: '0036-exam-drafts',
  up(schema) {
    schema.index('exams', ['user_id', 'publication_status', 'id'], {
      where: "deleted_at is null and publication_status = 'draft'",
    })
  },
}
