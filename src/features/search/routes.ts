import { Type } from 'typebox'
import { forbidden } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Search']

export const searchRoutes: Routes = (app) => {
  app.post('/search/intelligent', {
    config: { access: 'signed-in', scope: 'search:read' },
    schema: {
      operationId: 'search',
      summary: 'Search for researchers',
      description:
        'Understands fields, skills, institutions and countries, "quoted phrases", -excluded words, `5+ years`, ' +
        '`available`, `verified` and common abbreviations; corrects typing mistakes; completes the last word. Results are ordered by relevance, then by how ' +
        'complete and verified the profile is. ' +
        'Profiles are found from the moment they are saved.',
      tags,
      body: Search,
      response: responds(200, SearchResult, forbidden),
    },
    handler: (request) => search(request.ctx, request.body),
  })

  app.get('/search/suggestions', {
    config: { access: 'signed-in', scope: 'search:read', readsReplica: true },
    schema: {
      operationId: 'suggest',
      summary: 'Suggest what to search for',
      description: 'Fast enough for every key stroke; best first. Without `q`, returns popular queries.',
      tags,
      querystring: SuggestionQuery,
      response: responds(200, Type.Array(Suggestion)),
    },
    handler: (request) => suggest(request.ctx, request.query),
  })

  app.get('/search/categories', {
    config: { access: 'signed-in', scope: 'search:read', readsReplica: true },
    schema: {
      operationId: 'listCategories',
      summary: 'List fields by their number of researchers',
      description: 'The fields with the most researchers first, as starting points for a search.',
      tags,
      querystring: ListQuery,
      response: responds(200, Type.Array(Category)),
    },
    handler: (request) => listCategories(request.ctx, request.query),
  })

  app.get('/search/popular', {
    config: { access: 'signed-in', scope: 'search:read', readsReplica: true },
    schema: {
      operationId: 'listPopular',
      summary: 'List popular queries',
      description: 'Of the last 30 days, sent by at least three users; without queries that look personal.',
      tags,
      querystring: ListQuery,
      response: responds(200, Type.Array(PopularQuery)),
    },
    handler: (request) => listPopular(request.ctx, request.query),
  })

  app.post('/search/track-click', {
    config: { access: 'signed-in', scope: 'search:read', message: 'The click is noted.' },
    schema: {
      operationId: 'trackClick',
      summary: 'Report that a result was opened',
      description: 'Results that many users open for a query are ranked higher for it, within limits.',
      tags,
      body: Click,
      response: respondsMessage(unknownResearcher),
    },
    handler: (request) => recordClick(request.ctx, request.body),
  })
}
