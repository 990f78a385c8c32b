/** What a worker thread runs for the search of job posts. */

import { createListSearch } from '#features/search-index/index.ts'
import { listPlaces } from './places.ts'
import { jobPostIndex, jobPostRows } from './search.ts'

export const workerFunctions = { ...createListSearch(jobPostIndex, jobPostRows), listPlaces }
