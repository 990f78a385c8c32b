import type { PersonalData } from '#features/feature.ts'
import { eraseProfile } from './profiles/change.ts'
import { researchers } from './profiles/queries.ts'
import { publications } from './publications/queries.ts'
import { team } from './team/queries.ts'

export const researcherPersonalData: PersonalData = {
  name: 'researcher',
  export: async (ctx, userId) => ({
    profile: await researchers.ofUser.maybe(ctx, { user_id: userId }),
    publications: await publications.listByUser.all(ctx, { user_id: userId }),
    teams: await team.ofUser.all(ctx, { user_id: userId }),
  }),
  async erase(tx, userId) {
    const mine = await researchers.findId.maybe(tx, { user_id: userId })
    if (mine !== null) await eraseProfile(tx, mine.id)
    await team.eraseByUser.run(tx, { user_id: userId })
  },
}
