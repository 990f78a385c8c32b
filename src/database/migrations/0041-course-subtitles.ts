/** A subtitle of courses. */

import { ofCourse } from './change-audiences.ts'
import { createChangeTriggers } from './change-triggers.ts'
import { type Migration, text } from './schema.ts'

export const courseSubtitles: Migration = {
  name: '0041-course-subtitles',
  up(schema) {
    schema.addColumn('courses', 'subtitle', text().default(''))
    const subtitle = { table: 'courses', kind: 'course', name: 'subtitle', audience: ofCourse, columns: ['subtitle'] }
    createChangeTriggers(schema, [{ ...subtitle, onlyUpdates: true }])
  },
}
