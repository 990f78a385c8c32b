import type { Transaction } from '#context.ts'
import { fromMinorUnits } from '#core/money.ts'
import type { PersonalData } from '#features/feature.ts'
import { courseCounts } from '../catalog/queries.ts'
import { lessonProgress } from '../progress/queries.ts'
import { belongings } from './queries.ts'

export const courseBelongings: PersonalData = {
  name: 'courses',
  async export(ctx, userId) {
    const mine = { user_id: userId }
    const taught = await belongings.courses.inBackground(ctx, mine)
    return {
      courses: taught.map((course) => ({ ...course, price: fromMinorUnits(course.price) })),
      lessons: await belongings.lessons.inBackground(ctx, mine),
      enrollments: await belongings.enrollments.inBackground(ctx, mine),
      lesson_progress: await lessonProgress.everythingOf.inBackground(ctx, mine),
      lesson_syncs: await belongings.syncs.inBackground(ctx, mine),
    }
  },
  async erase(tx, userId) {
    await belongings.uncountEnrollments.run(tx, { user_id: userId })
    await belongings.removeEnrollments.run(tx, { user_id: userId })
    await eraseCourses(tx, userId)
  },
}

/** Learners rely on what they are enrolled in: it stays for them, without whom it came from, and takes nobody new. */
async function eraseCourses(tx: Transaction, userId: number): Promise<void> {
  const { total } = await belongings.countPublished.one(tx, { user_id: userId })
  if (total > 0) await courseCounts.add.run(tx, { change: -total })
  await belongings.removeReservations.run(tx, { user_id: userId })
  await belongings.removeUnused.run(tx, { user_id: userId })
  await belongings.archiveAll.run(tx, { user_id: userId, now: tx.clock.now() })
}
