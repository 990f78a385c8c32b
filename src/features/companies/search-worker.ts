/** What a worker thread runs for the search of companies. */

import { createListSearch } from '#features/search-index/index.ts'
import { companyIndex, companyRows } from './search.ts'

export const workerFunctions = createListSearch(companyIndex, companyRows)
