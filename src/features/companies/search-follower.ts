/** The follower of the journal that keeps the index of the list. */

import { createListFollower } from '#features/search-index/index.ts'
import { companyIndex } from './search.ts'

export const followers = [createListFollower(companyIndex)]
