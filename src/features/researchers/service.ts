import type { Transaction } from '../../context.ts'
import type { Belongings } from '../belongings/index.ts'
import { researchers } from './queries.ts'

/** Gives a person an unverified researcher profile, where they have none. */
export async function createResearcher(tx: Transaction, userId: number): Promise<void> {
  await researchers.add.run(tx, { user_id: userId, now: tx.clock.now() })
}

export const researcherBelongings: Belongings = {
  name: 'researcher',
  read: (ctx, userId) => researchers.ofUser.maybe(ctx, { user_id: userId }),
  async erase(tx, userId) {
    await researchers.erase.run(tx, { user_id: userId })
  },
}
