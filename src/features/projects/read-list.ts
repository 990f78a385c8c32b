import type { Context } from '#context.ts'
import type { Slice } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { hasWords, isUnfiltered, readSearchedPage, searchListPage } from '#features/search-index/index.ts'
import { presentProject } from './access.ts'
import { type ProjectFilter, projectList } from './list.ts'
import type { ProjectQuery } from './schemas.ts'
import { projectSearchModule } from './search.ts'

export const listProjects = (ctx: Context, query: ProjectQuery) =>
  readSearchedPage(ctx, query, async (ctx, slice) => {
    const found = await readProjects(ctx, query, slice)
    return { ...found, rows: found.rows.map((row) => presentProject(ctx, row)) }
  })

async function readProjects(ctx: Context, { search, ...query }: ProjectQuery, slice: Slice) {
  const filter = toFilter(query)
  const view = chooseView(ctx, query)
  const { sort } = query
  const asked = { viewer: { actor_id: ctx.actor.id }, filter, view, sort: sort ?? 'recent' } as const
  if (!search) return projectList.read(ctx, asked, slice)
  if (!hasWords(search)) return { rows: [], total: 0 }
  const question = {
    query: search,
    asked,
    seesAll: view === 'all',
    isWhole: view !== 'mine' && isUnfiltered(filter),
    sort,
    slice,
  }
  return searchListPage(ctx, projectList, { module: projectSearchModule, question })
}

function chooseView({ actor }: Context, { mine = false }: ProjectQuery): 'mine' | 'visible' | 'all' {
  if (mine) return 'mine'
  return actor.role === 'admin' ? 'all' : 'visible'
}

const toFilter = ({ status, field = '' }: ProjectQuery): ProjectFilter => ({
  status,
  field_key: sortKey(field) || undefined,
})
