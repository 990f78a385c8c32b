import { scheduleRosterNotices } from '#features/rosters/index.ts'
import { findAllIds } from '#features/search-index/index.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getVisibleCourse, toViewer } from './access.ts'
import { courseSearchModule } from './search.ts'

export const courseContent: ContentSource = defineContent({
  kind: 'course',
  table: 'courses',
  owner: 'user_id',
  status: 'status',
  unpublished: 'draft',
  title: 'title',
  find: (ctx, query) =>
    findAllIds(ctx, courseSearchModule, {
      query,
      asked: { viewer: toViewer(ctx), filter: {}, view: 'visible', sort: 'recent' },
    }),
  ensureReadable: getVisibleCourse,
  async move(tx, id, change) {
    await change()
    await tx.emitEvidenceChanged(tx, { courseId: id })
    await scheduleRosterNotices(tx, 'course', id)
  },
})
