import { prepare } from '#database/query/prepare.ts'
import type { ManifestFile } from './manifest.ts'

/** The newest versions of a course that are kept. Each language and each lesson that opens makes one. */
const most = 50

export const courseVersions = {
  files: prepare((q, p: { course_id: number; version: string }) =>
    q
      .selectFrom('course_versions')
      .select('files')
      .where('course_id', '=', p.course_id)
      .where('version', '=', p.version),
  ),

  add: prepare((q, p: { course_id: number; version: string; files: readonly ManifestFile[]; now: string }) =>
    q
      .insertInto('course_versions')
      .values({ course_id: p.course_id, version: p.version, files: p.files, created_at: p.now })
      .onConflict((conflict) => conflict.columns(['course_id', 'version']).doNothing())
      .returning('id'),
  ),

  removeOldest: prepare((q, p: { course_id: number }) =>
    q
      .deleteFrom('course_versions')
      .where('course_id', '=', p.course_id)
      .where('id', '<=', (eb) =>
        eb
          .selectFrom('course_versions as newer')
          .select('newer.id')
          .where('newer.course_id', '=', p.course_id)
          .orderBy('newer.id', 'desc')
          .limit(1)
          .offset(most),
      ),
  ),
}
