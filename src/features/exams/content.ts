import { scheduleRosterNotices } from '#features/rosters/index.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getVisibleExam } from './access.ts'

export const examContent: ContentSource = defineContent({
  kind: 'exam',
  table: 'exams',
  owner: 'user_id',
  status: 'publication_status',
  unpublished: 'draft',
  title: 'title',
  hasDeleted: true,
  ensureReadable: getVisibleExam,
  async move(tx, id, change) {
    await change()
    await tx.emitEvidenceChanged(tx, { examId: id })
    await scheduleRosterNotices(tx, 'exam', id)
  },
})
