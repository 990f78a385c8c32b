/** Totals of public lists for each combination of the values that they are filtered by, which triggers keep. */

import { key, type Migration, type Schema } from './schema.ts'

/** The counters by which lists were counted before, without the values of their filters. */
const former = ['job_posts.open', 'courses.published', 'exams.published', 'projects.public', 'projects.private']

export const listTotals: Migration = {
  name: '0033-list-totals',
  up(schema) {
    addCourseCategories(schema)
    for (const name of former) inBoth(schema, `delete from counters where name = '${name}'`)
  },
}

/** The folded category, which was only among the words of a course, and its index. */
function addCourseCategories(schema: Schema) {
  schema.addColumn('courses', 'category_key', key().default(''))
  inBoth(
    schema,
    `update courses set category_key = coalesce((select substr(min(term), 2) from course_terms
      where item_id = courses.id and term >= '#' and term < '$'), '')`,
  )
  schema.index('courses', ['category_key', 'id'], { where: "status = 'published'" })
}

const inBoth = (schema: Schema, statement: string) => schema.statement({ sqlite: statement, postgres: statement })
