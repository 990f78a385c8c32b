import { followObjects } from '#database/derived/journal.ts'
import { user } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import { savedSearchRecord } from './record.ts'

export const savedSearchRights = defineRights({
  kind: 'saved_search',
  table: 'saved_searches',
  relations: { owner: user('user_id') },
  may: { read: ['owner'] },
  followed: [followObjects(savedSearchRecord)],
})
