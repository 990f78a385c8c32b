import { scheduleRosterNotices } from '#features/rosters/index.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getVisibleCourse } from './access.ts'

export const courseContent: ContentSource = defineContent({
  kind: 'course',
  table: 'courses',
  owner: 'user_id',
  status: 'status',
  unpublished: 'draft',
  title: 'title',
  words: 'course_words',
  ensureReadable: getVisibleCourse,
  async move(tx, id, change) {
    await change()
    await tx.emitEvidenceChanged(tx, { courseId: id })
    await scheduleRosterNotices(tx, 'course', id)
  },
})
