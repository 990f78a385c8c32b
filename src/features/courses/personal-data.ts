import type { Transaction } from '#context.ts'
import { presentPrices } from '#core/prices.ts'
import type { PersonalData } from '#features/feature.ts'
import { cohorts } from './cohort-queries.ts'
import { courseData } from './personal-data-queries.ts'
import { lessonProgress } from './progress/queries.ts'

export const coursePersonalData: PersonalData = {
  name: 'courses',
  async export(ctx, userId) {
    const mine = { user_id: userId }
    const taught = await courseData.courses.inBackground(ctx, mine)
    return {
      courses: taught.map(({ other_prices, ...course }) => ({
        ...course,
        ...presentPrices({ ...course, other_prices }),
      })),
      lessons: courseData.lessons.iterate(ctx, mine),
      cohorts: cohorts.ofCourses.iterate(ctx, mine),
      enrollments: courseData.enrollments.iterate(ctx, mine),
      lesson_progress: lessonProgress.listByUser.iterate(ctx, mine),
      lesson_syncs: courseData.syncs.iterate(ctx, mine),
    }
  },
  async erase(tx, userId) {
    await courseData.uncountEnrollments.run(tx, { user_id: userId })
    await courseData.removeEnrollments.run(tx, { user_id: userId })
    await eraseCourses(tx, userId)
  },
}

/** Courses with learners are kept for them, without their instructor, and are archived. */
async function eraseCourses(tx: Transaction, userId: number): Promise<void> {
  await courseData.removeReservations.run(tx, { user_id: userId })
  await courseData.removeUnused.run(tx, { user_id: userId })
  await courseData.archiveAll.run(tx, { user_id: userId, now: tx.clock.now() })
}
