/** What a worker thread runs for the search of projects. */

import { createListSearch } from '#features/search-index/index.ts'
import { projectIndex, projectRows } from './search.ts'

export const workerFunctions = createListSearch(projectIndex, projectRows)
