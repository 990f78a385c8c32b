/** What a worker thread runs for the search of courses. */

import { createListSearch } from '#features/search-index/index.ts'
import { courseIndex, courseRows } from './search.ts'

export const workerFunctions = createListSearch(courseIndex, courseRows)
