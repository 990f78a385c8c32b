import type { Transaction } from '#context.ts'
import { isAscii, sortKey } from '#core/text-normalization.ts'
import { defineRefold } from '#platform/refold.ts'
import { projectWords } from './list.ts'
import { foldedProjects } from './refold-queries.ts'
import { type Described, extractTerms } from './terms.ts'

/** Stores the words by which a project is found. */
export const indexProject = (tx: Transaction, { id, ...project }: { id: number } & Described): Promise<unknown> =>
  projectWords.save(tx, id, extractTerms(project))

export const refoldProjects = defineRefold('refold_projects', async (tx, slice) => {
  const rows = await foldedProjects.after.all(tx, slice)
  for (const { id, title_key, field_key, ...project } of rows) {
    const keys = { title_key: sortKey(project.title), field_key: sortKey(project.field) }
    if (keys.title_key !== title_key || keys.field_key !== field_key)
      await foldedProjects.setKeys.run(tx, { id, ...keys })
    if (!isAscii(JSON.stringify(project))) await indexProject(tx, { id, ...project })
  }
  return rows
})
