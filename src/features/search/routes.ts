import { Type } from 'typebox'
import { forbidden } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import {
  Category,
  Click,
  ListQuery,
  PopularQuery,
  Search,
  SearchResult,
  Suggestion,
  SuggestionQuery,
} from './schemas.ts'
import { listCategories, listPopular, recordClick, search, unknownResearcher } from './service.ts'
import { suggest } from './suggestions.ts'

export const searchRoutes = routes('Search', [
  route('POST /search/intelligent', {
    config: { access: 'signed-in', scope: 'search:read' },
    summary: 'Search for researchers',
    description:
      'Understands fields, skills, institutions and countries, "quoted phrases", -excluded words, `5+ years`, ' +
      '`available`, `verified` and common abbreviations; corrects typing mistakes; completes the last word. Results are ordered by relevance, then by how ' +
      'complete and verified the profile is. ' +
      'Profiles are found from the moment they are saved.',
    body: Search,
    response: responds(200, SearchResult, forbidden),
    run: search,
  }),
  route('GET /search/suggestions', {
    config: { access: 'signed-in', scope: 'search:read', readsReplica: true },
    summary: 'Suggest what to search for',
    description: 'Fast enough for every key stroke; best first. Without `q`, returns popular queries.',
    query: SuggestionQuery,
    response: responds(200, Type.Array(Suggestion)),
    run: suggest,
  }),
  route('GET /search/categories', {
    config: { access: 'signed-in', scope: 'search:read', readsReplica: true },
    summary: 'List fields by their number of researchers',
    description: 'The fields with the most researchers first, as starting points for a search.',
    query: ListQuery,
    response: responds(200, Type.Array(Category)),
    run: listCategories,
  }),
  route('GET /search/popular', {
    config: { access: 'signed-in', scope: 'search:read', readsReplica: true },
    summary: 'List popular queries',
    description: 'Of the last 30 days, sent by at least three users; without queries that look personal.',
    query: ListQuery,
    response: responds(200, Type.Array(PopularQuery)),
    run: listPopular,
  }),
  route('POST /search/track-click', {
    config: { access: 'signed-in', scope: 'search:read', message: 'The click is noted.' },
    operationId: 'trackClick',
    summary: 'Report that a result was opened',
    description: 'Results that many users open for a query are ranked higher for it, within limits.',
    body: Click,
    response: respondsMessage(unknownResearcher),
    run: recordClick,
  }),
])
