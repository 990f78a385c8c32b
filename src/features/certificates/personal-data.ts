import type { PersonalData } from '#features/feature.ts'
import { certificates } from './queries.ts'
import { shares } from './sharing/queries.ts'

/** A certificate stays verifiable after the account is deleted, without the name. */
export const certificatePersonalData: PersonalData = {
  name: 'certificates',
  async export(ctx, userId) {
    const mine = await certificates.ofUser.all(ctx, { user_id: userId })
    const links = await shares.ofUser.all(ctx, { user_id: userId })
    return mine.map(({ user_id, ...certificate }) => ({
      ...certificate,
      links: links.filter(({ certificate_id }) => certificate_id === certificate.id),
    }))
  },
  async erase(tx, userId) {
    await shares.removeAll.run(tx, { user_id: userId })
    await certificates.anonymise.run(tx, { user_id: userId })
    await certificates.anonymiseAuthor.run(tx, { author_id: userId })
  },
}
