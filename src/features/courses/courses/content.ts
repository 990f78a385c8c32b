import { changeCounter } from '#platform/counters.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getVisibleCourse } from '../access.ts'
import { publishedCoursesCounter } from './queries.ts'

export const courseContent: ContentSource = defineContent({
  kind: 'course',
  table: 'courses',
  owner: 'user_id',
  status: 'status',
  unpublished: 'draft',
  title: 'title',
  terms: 'course_terms',
  ensureReadable: getVisibleCourse,
  async move(tx, id, change) {
    const { from, to } = await change()
    const difference = Number(to === 'published') - Number(from === 'published')
    if (difference !== 0) await changeCounter(tx, publishedCoursesCounter, difference)
    await tx.announceProofs(tx, { courseId: id })
  },
})
