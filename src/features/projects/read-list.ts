import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { presentProject } from './access.ts'
import { type ProjectFilter, projectList } from './list.ts'
import type { ProjectQuery } from './schemas.ts'
import { toSearch } from './terms.ts'

export const listProjects = (ctx: Context, query: ProjectQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const viewer = { actor_id: ctx.actor.id }
    const asked = {
      viewer,
      filter: toFilter(query),
      view: chooseView(ctx, query),
      sort: query.sort ?? 'recent',
    } as const
    const { rows, total } = await projectList.read(ctx, asked, slice)
    return { rows: rows.map((row) => presentProject(ctx, row)), total }
  })

function chooseView({ actor }: Context, { mine = false }: ProjectQuery) {
  if (mine) return 'mine'
  return actor.role === 'admin' ? 'all' : 'visible'
}

const toFilter = ({ search = '', status, field = '' }: ProjectQuery): ProjectFilter => ({
  words: toSearch(search),
  status,
  field_key: sortKey(field) || undefined,
})
