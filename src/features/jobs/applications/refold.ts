import { defineRefold } from '#platform/refold.ts'
import { foldedApplications } from './refold-queries.ts'
import { toSearchKey } from './search-key.ts'
import { toTagKey } from './tags.ts'

export const refoldApplications = defineRefold('refold_applications', async (tx, slice) => {
  const rows = await foldedApplications.after.all(tx, slice)
  for (const { id, search_key, tags = [], tag_keys, ...person } of rows) {
    const keys = { search_key: toSearchKey(person), tag_keys: tags.map(toTagKey) }
    if (keys.search_key !== search_key || keys.tag_keys.join() !== tag_keys.join())
      await foldedApplications.setKeys.run(tx, { id, ...keys })
  }
  return rows
})
