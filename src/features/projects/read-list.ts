import type { Context } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { sortKey } from '#core/text-normalization.ts'
import { hasWords, isUnfiltered, searchListPage } from '#features/search-index/index.ts'
import { presentProject } from './access.ts'
import { type ProjectFilter, projectList } from './list.ts'
import type { ProjectQuery } from './schemas.ts'
import { projectSearchModule } from './search.ts'
import { toSearch } from './terms.ts'

export const listProjects = (ctx: Context, query: ProjectQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const found = query.search ? await searchProjects(ctx, { ...query, search: query.search }, slice) : null
    if (found !== null) return { ...found, rows: found.rows.map((row) => presentProject(ctx, row)) }
    const asked = {
      viewer: { actor_id: ctx.actor.id },
      filter: { ...toFilter(query), words: toSearch(query.search ?? '') },
      view: chooseView(ctx, query),
      sort: query.sort ?? 'recent',
    } as const
    const { rows, total } = await projectList.read(ctx, asked, slice)
    return { rows: rows.map((row) => presentProject(ctx, row)), total }
  })

/** Searches by the index of words; null while it is being built or far behind, when the beginnings of words are looked up instead. */
async function searchProjects(ctx: Context, { search, ...query }: ProjectQuery & { search: string }, slice: Slice) {
  if (!hasWords(search)) return { rows: [], total: 0 }
  const filter = toFilter(query)
  const view = chooseView(ctx, query)
  const { sort } = query
  const question = {
    query: search,
    asked: { viewer: { actor_id: ctx.actor.id }, filter, view, sort: sort ?? 'recent' },
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
