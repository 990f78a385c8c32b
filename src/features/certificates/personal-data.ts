import type { PersonalData } from '#features/feature.ts'
import { certificates } from './certificates/queries.ts'

/** A certificate stays verifiable after the account is deleted, without the name. */
export const certificatePersonalData: PersonalData = {
  name: 'certificates',
  async export(ctx, userId) {
    const mine = await certificates.ofUser.all(ctx, { user_id: userId })
    return mine.map(({ user_id, ...certificate }) => certificate)
  },
  async erase(tx, userId) {
    await certificates.anonymise.run(tx, { user_id: userId })
    await certificates.anonymiseAuthor.run(tx, { author_id: userId })
  },
}
