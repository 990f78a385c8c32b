import type { PersonalData } from '#features/feature.ts'
import { findUser } from '#features/users/index.ts'
import { rosters } from './queries.ts'

export const rosterPersonalData: PersonalData = {
  name: 'rosters',
  export: (ctx, userId) => ({
    exams: rosters.exam.listByUser.iterate(ctx, { user_id: userId }),
    courses: rosters.course.listByUser.iterate(ctx, { user_id: userId }),
  }),
  async erase(tx, userId) {
    const user = await findUser(tx, userId)
    for (const queries of [rosters.exam, rosters.course]) {
      await queries.eraseByUser.run(tx, { user_id: userId })
      // Only who has shown that the address is theirs removes it from rosters that wait for it.
      if (user?.email_verified && user.email !== '') await queries.eraseByAddress.run(tx, { email: user.email })
    }
  },
}
