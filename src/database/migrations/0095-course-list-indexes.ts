/** Adds who may see a course to the indexes of the list of courses, so that they are enough to find the rows of a page. */

import type { Migration } from './schema.ts'

const published = { where: "status = 'published'" }
const indexes = [
  ['id', 'level', 'price'],
  ['enrolled_count', 'id'],
  ['title_key', 'id'],
  ['price', 'id'],
  ['category_key', 'id'],
]

export const courseListIndexes: Migration = {
  name: '0095-course-list-indexes',
  up(schema) {
    for (const columns of indexes) {
      schema.dropIndex('courses', columns)
      schema.index('courses', [...columns, 'access'], published)
    }
  },
}
