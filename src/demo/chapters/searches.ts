/** Aliases of the operator, searches by at least three users, so that they become popular, and clicks on results. */

import type { CreatedRow } from '../client.ts'
import type { DemoUsers } from './people.ts'

const queries = ['machine learning', 'epidemiology kenya', 'climate', 'statistics available']

/** What the people of the demonstration call places and subjects. */
const aliases = [
  { alias: 'legon', meaning: 'University of Ghana' },
  { alias: 'data for good', meaning: 'statistics' },
]

interface SearchReply {
  search_id: string
  researchers: CreatedRow[]
}

export async function searchForPeople({ recruiter, hannah, learner, admin }: DemoUsers) {
  await admin.put('/admin/search/aliases', { aliases })
  for (const person of [recruiter, hannah, learner, admin])
    for (const query of queries) {
      const { search_id, researchers } = await person.post<SearchReply>('/search/intelligent', { query })
      const [best] = researchers
      if (best === undefined) throw new Error(`Nobody is found for "${query}".`)
      await person.post('/search/track-click', { query, search_id, researcher_id: best.id, position: 1 })
    }
}
