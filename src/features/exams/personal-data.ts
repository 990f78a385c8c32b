import type { Transaction } from '#context.ts'
import type { PersonalData } from '#features/feature.ts'
import { accommodations, userAccommodations } from './accommodations/queries.ts'
import { appeals } from './appeals/queries.ts'
import { attempts } from './attempts/queries.ts'
import { bookings, examSlots } from './bookings/queries.ts'
import { eraseGrading } from './erase-grading.ts'
import { attemptEvents } from './events/queries.ts'
import { graders } from './graders/queries.ts'
import { grades } from './grades/queries.ts'
import { exams } from './queries.ts'
import { questions } from './questions/queries.ts'
import { removeExam } from './service.ts'
import { standings } from './standing-queries.ts'

export const examPersonalData: PersonalData = {
  name: 'exams',
  export(ctx, userId) {
    const mine = { user_id: userId }
    return {
      exams: exams.listByUser.iterate(ctx, mine),
      questions: questions.listByUser.iterate(ctx, mine),
      attempts: attempts.listByUser.iterate(ctx, mine),
      attempt_events: attemptEvents.listByUser.iterate(ctx, mine),
      grades: grades.listByUser.iterate(ctx, mine),
      appeals: appeals.listByUser.iterate(ctx, mine),
      grader_of: graders.ofUser.iterate(ctx, mine),
      given_grades: grades.listByGrader.iterate(ctx, { grader_id: userId }),
      answered_appeals: appeals.listByGrader.iterate(ctx, { answered_by: userId }),
      bookings: bookings.listByUser.iterate(ctx, mine),
      accommodations: accommodations.listByUser.iterate(ctx, mine),
      accommodations_at_every_exam: userAccommodations.ofUser.iterate(ctx, mine),
    }
  },
  async erase(tx, userId) {
    const mine = { user_id: userId }
    await examSlots.releaseAllByUser.run(tx, mine)
    await bookings.erase.run(tx, mine)
    await accommodations.eraseByUser.run(tx, mine)
    await userAccommodations.eraseByUser.run(tx, mine)
    await eraseGrading(tx, userId)
    // Graded attempts and their standings are kept.
    await attemptEvents.eraseByUser.run(tx, mine)
    await attempts.removeOpenByUser.run(tx, mine)
    await standings.forget.run(tx, mine)
    await removeExams(tx, userId)
  },
}

/** Like deleted exams: those with attempts are hidden, because attempts and certificates refer to them. */
async function removeExams(tx: Transaction, userId: number): Promise<void> {
  for (const { id } of await exams.idsByUser.all(tx, { user_id: userId })) await removeExam(tx, id)
}
