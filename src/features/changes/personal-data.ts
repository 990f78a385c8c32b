import type { PersonalData } from '#features/feature.ts'
import { changes } from './queries.ts'

/** Changes that only one user sees. What others see of an object contains no names. */
export const changePersonalData: PersonalData = {
  name: 'changes',
  export: (ctx, userId) => changes.ofAudience.iterate(ctx, { audience: `user:${userId}` }),
  async erase(tx, userId) {
    await changes.removeAudience.run(tx, { audience: `user:${userId}` })
  },
}
