import { isAscii, sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { foldedUsers } from './refold-queries.ts'
import { updateSearchWords } from './service.ts'

export const refoldUsers = defineRefold('refold_users', async (tx, slice) => {
  const rows = await foldedUsers.after.all(tx, slice)
  for (const { id, name, sort_name, email } of rows) {
    const key = sortKey(name)
    if (key !== sort_name) await foldedUsers.setSortName.run(tx, { id, sort_name: key })
    if (!isAscii(`${name}${email}`)) await updateSearchWords(tx, id, { name, email })
  }
  return rows
})
