import { runInTransaction, type Transaction } from '#context.ts'
import { addDuration } from '#core/time.ts'
import { notifyAll } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { announcements } from './update-notice-queries.ts'

const pause = { days: 1 }
/** Learners notified in one transaction. */
const toldAtOnce = 100

/** Learners are notified immediately, or a day after the last notification; changes are collected until then. */
export async function scheduleUpdateNotice(tx: Transaction, courseId: number): Promise<void> {
  const { status, enrolled_count, announce_at } = await announcements.of.one(tx, { id: courseId })
  const now = tx.clock.now()
  const isPlanned = announce_at !== null && announce_at > now
  if (status !== 'published' || enrolled_count === 0 || isPlanned) return
  const next = announce_at === null ? now : addDuration(announce_at, pause)
  const at = next > now ? next : now
  await announcements.plan.run(tx, { id: courseId, announce_at: at })
  await addTask(tx, announceCourse, { course_id: courseId, at }, { runAt: at })
}

/** Notifies all learners. The event makes each notification unique, even when the task runs again. */
export const announceCourse = defineTask<{ course_id: number; at: string }>({
  kind: 'announce_course',
  async handle(ctx, { course_id, at }) {
    const course = await announcements.of.maybe(ctx, { id: course_id })
    if (course === null || course.status !== 'published') return
    const notice = {
      title: 'A course has changed',
      message: fill('{title} has changed. Have a look at what is new.', { title: course.title }),
      data: { url: `/courses/${course_id}`, action: 'view_course' },
      event: `course:${course_id}:changed:${at}`,
    } as const
    let last = 0
    for (let told = toldAtOnce; told === toldAtOnce; ) {
      const audience = await announcements.audience.all(ctx, { course_id, after: last, most: toldAtOnce })
      const people = audience.map(({ user_id }) => user_id)
      if (people.length > 0) await runInTransaction(ctx, (tx) => notifyAll(tx, people, 'course_update', notice))
      last = audience.at(-1)?.id ?? last
      told = audience.length
    }
  },
})
