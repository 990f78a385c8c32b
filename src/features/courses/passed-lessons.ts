/** Completes lessons that name an exam for those who have passed it, whenever and however the pass comes. */

import { runInTransaction, type Transaction } from '#context.ts'
import { recordActivity } from '#features/activity/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { passedLessons } from './passed-lesson-queries.ts'

/** Completes the lessons whose exam the users have passed. Lessons that they opened again stay open. */
export async function completePassedLessons(tx: Transaction, userIds: readonly number[]): Promise<void> {
  if (userIds.length > 0) await complete(tx, await passedLessons.ofUsers.all(tx, { user_ids: userIds }))
}

type PassedLessons = Awaited<ReturnType<typeof passedLessons.ofUsers.all>>

async function complete(tx: Transaction, passed: PassedLessons): Promise<void> {
  if (passed.length === 0) return
  const rows = passed.map(({ enrollment_id, lesson_id }) => ({ enrollment_id, lesson_id }))
  await passedLessons.complete.run(tx, { rows, now: tx.clock.now() })
  for (const { user_id, course_id, lesson_id, title } of passed)
    await recordActivity(tx, 'lesson_completed', {
      userId: user_id,
      description: fill('Completed the lesson {title}', { title }),
      metadata: { course_id, lesson_id },
    })
  // Lessons of a completed enrollment can be done later.
  const userIds = passed.filter(({ status }) => status === 'completed').map(({ user_id }) => user_id)
  if (userIds.length > 0) await tx.emitEvidenceChanged(tx, { userIds: [...new Set(userIds)] })
}

const batch = 200

/** Queues the completion of the lessons of a course for those who had passed before the lessons named the exam. */
export const scheduleCompletions = (tx: Transaction, courseId: number): Promise<void> =>
  addTask(tx, completeQuizLessons, { course_id: courseId, after: 0 })

/** Completes the lessons of a course for all learners who have passed their exams, in batches. */
export const completeQuizLessons = defineTask<{ course_id: number; after: number }>({
  kind: 'complete_quiz_lessons',
  handle: (ctx, { course_id, after }) =>
    runInTransaction(ctx, async (tx) => {
      const passed = await passedLessons.inCourse.all(tx, { course_id, after, most: batch })
      await complete(tx, passed)
      const last = passed.at(-1)
      if (last !== undefined && passed.length === batch)
        await addTask(tx, completeQuizLessons, { course_id, after: last.enrollment_id - 1 })
    }),
})
