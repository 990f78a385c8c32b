import { sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { foldedProjects } from './refold-queries.ts'

export const refoldProjects = defineRefold('refold_projects', async (tx, slice) => {
  const rows = await foldedProjects.after.all(tx, slice)
  for (const { id, title_key, field_key, ...project } of rows) {
    const keys = { title_key: sortKey(project.title), field_key: sortKey(project.field) }
    if (keys.title_key !== title_key || keys.field_key !== field_key)
      await foldedProjects.setKeys.run(tx, { id, ...keys })
  }
  return rows
})
