import type { Context } from '#context.ts'
import type { Slice } from '#core/page.ts'
import { hasWords, isUnfiltered, readSearchedPage, searchListPage } from '#features/search-index/index.ts'
import { companyList } from './list.ts'
import type { CompanyQuery } from './schemas.ts'
import { companySearchModule } from './search.ts'
import { presentCompany } from './service.ts'

export const listCompanies = (ctx: Context, query: CompanyQuery) =>
  readSearchedPage(ctx, query, async (ctx, slice) => {
    const found = await readCompanies(ctx, query, slice)
    return { ...found, rows: found.rows.map(presentCompany) }
  })

async function readCompanies(ctx: Context, { search, verified, mine = false, sort }: CompanyQuery, slice: Slice) {
  const filter = { verified }
  const view = mine ? 'mine' : 'all'
  const asked = { viewer: { actor_id: ctx.actor.id }, filter, view, sort: sort ?? 'recent' } as const
  if (!search) return companyList.read(ctx, asked, slice)
  if (!hasWords(search)) return { rows: [], total: 0 }
  const question = { query: search, asked, seesAll: false, isWhole: !mine && isUnfiltered(filter), sort, slice }
  return searchListPage(ctx, companyList, { module: companySearchModule, question })
}
