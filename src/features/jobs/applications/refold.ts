import { defineRefold } from '#platform/refold.ts'
import { foldedApplications } from './refold-queries.ts'
import { toSearchKey } from './search-key.ts'

export const refoldApplications = defineRefold('refold_applications', async (tx, slice) => {
  const rows = await foldedApplications.after.all(tx, slice)
  for (const { id, search_key, ...person } of rows) {
    const key = toSearchKey(person)
    if (key !== search_key) await foldedApplications.setSearchKey.run(tx, { id, search_key: key })
  }
  return rows
})
