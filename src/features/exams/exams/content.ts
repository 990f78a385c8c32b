import { changeCounter } from '#platform/counters.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getVisibleExam } from '../access.ts'
import { publishedExamsCounter } from './queries.ts'

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
    const { from, to } = await change()
    const difference = Number(to === 'published') - Number(from === 'published')
    if (difference !== 0) await changeCounter(tx, publishedExamsCounter, difference)
    await tx.announceProofs(tx, { examId: id })
  },
})
