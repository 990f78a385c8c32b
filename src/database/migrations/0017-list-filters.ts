/** Filters of public lists are answered from an index alone, without reading the texts of the rows. */

import type { Migration } from './schema.ts'

export const listFilters: Migration = {
  name: '0017-list-filters',
  up(schema) {
    // They replace the indexes of the newest rows, which begin with the same column.
    schema.dropIndex('job_posts', ['id'])
    schema.index('job_posts', ['id', 'employment_type', 'experience_level', 'remote', 'pays'], {
      where: "status = 'open'",
    })
    schema.dropIndex('courses', ['id'])
    schema.index('courses', ['id', 'level', 'price'], { where: "status = 'published'" })
  },
}
