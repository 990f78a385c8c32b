/** The files of a course as they were downloaded, so that a later download can leave out what did not change. */

import { id, integer, json, key, type Migration, timestamp } from './schema.ts'

export const courseVersions: Migration = {
  name: '0073-course-versions',
  up(schema) {
    schema.table('course_versions', {
      id: id(),
      course_id: integer().references('courses', 'cascade'),
      // The SHA-256 of what the manifest says.
      version: key(),
      files: json(),
      created_at: timestamp(),
    })
    schema.index('course_versions', ['course_id', 'version'], { unique: true })
    schema.index('course_versions', ['course_id', 'id'])
  },
}
