/** Searches that three people and more made, so that they are popular, and what was found. */

import type { Made } from '../visitor.ts'
import type { Cast } from './people.ts'

const queries = ['machine learning', 'epidemiology kenya', 'climate', 'statistics available']

interface Found {
  results: Made[]
  search_id?: string
}

export async function searchForPeople({ recruiter, hannah, learner, admin }: Cast) {
  for (const person of [recruiter, hannah, learner, admin])
    for (const query of queries) {
      await person.post<Found>('/search/intelligent', { query })
    }
}
