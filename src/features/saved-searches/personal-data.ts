import { mapEach } from '#core/streamed-data.ts'
import type { PersonalData } from '#features/feature.ts'
import { savedSearches } from './queries.ts'

export const savedSearchPersonalData: PersonalData = {
  name: 'saved_searches',
  export: (ctx, userId) =>
    mapEach(savedSearches.listByUser.iterate(ctx, { user_id: userId }), ({ user_id, ...search }) => search),
  async erase(tx, userId) {
    await savedSearches.erase.run(tx, { user_id: userId })
  },
}
