import { describeModule, type WorkerModule } from '#core/worker-module.ts'
import { createListRows, defineListIndex, describeListFollower } from '#features/search-index/index.ts'
import { describeFollowers, type FollowerModule } from '#platform/followers/follower.ts'
import type { CompanyRow } from './access.ts'
import { companyList } from './list.ts'

type Text = Pick<CompanyRow, 'name' | 'description' | 'industry' | 'hidden_at' | 'deleted_at'>

/** The index of the words of companies. */
export const companyIndex = defineListIndex<Text>({
  list: 'companies',
  columns: { name: 'text', description: 'text', industry: 'text', hidden_at: 'text', deleted_at: 'text' },
  kinds:
    'company companies employer employers entreprise entreprises société sociétés employeur employeurs empresa empresas empleador ' +
    'empleadores empregador empregadores unternehmen firma firmen arbeitgeber kampuni mwajiri waajiri شركة شركات',
  toDocument: ({ name, description, industry, hidden_at, deleted_at }) => ({
    title: name,
    keywords: [{ kind: 'field', text: industry }],
    body: description,
    isPublic: hidden_at === null && deleted_at === null,
  }),
  listTexts: ({ name, description, industry }) => [
    { field: 'name', text: name },
    { field: 'industry', text: industry },
    { field: 'description', text: description },
  ],
})

export const companyRows = createListRows(companyList)
/** The module that a worker thread runs. */
export const companySearchModule: WorkerModule<typeof import('./search-worker.ts')> = describeModule(
  new URL('./search-worker.ts', import.meta.url),
)
/** The module that keeps the index, where followers run. */
export const companyFollower: FollowerModule = describeFollowers<typeof import('./search-follower.ts')>(
  new URL('./search-follower.ts', import.meta.url),
  [describeListFollower(companyIndex)],
)
