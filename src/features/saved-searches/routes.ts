import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { NewSavedSearch, SavedSearch, SavedSearchChange, SavedSearchMatch, SavedSearchQuery } from './schemas.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  listSavedSearchMatches,
  showSavedSearch,
  tooManySearches,
  updateSavedSearch,
} from './service.ts'

export const savedSearchRoutes = routes('Search', [
  route('GET /saved-searches', {
    config: { access: 'signed-in', scope: 'search:read' },
    summary: 'List my saved searches',
    description: 'Newest first.',
    query: SavedSearchQuery,
    response: respondsPage(SavedSearch),
    run: listSavedSearches,
  }),
  route('GET /saved-searches/:id', {
    config: { access: 'signed-in', scope: 'search:read' },
    summary: 'Show a saved search',
    description: 'For its owner.',
    response: responds(200, SavedSearch, forbidden, notFound),
    run: showSavedSearch,
  }),
  route('GET /saved-searches/:id/matches', {
    config: { access: 'signed-in', scope: 'search:read' },
    summary: 'List what a saved search has found',
    description:
      'For its owner; the newest first. What was published since the search was saved or changed, in the last 90 days, and is still public.',
    query: SavedSearchQuery,
    response: respondsPage(SavedSearchMatch, { problems: [forbidden, notFound] }),
    run: listSavedSearchMatches,
  }),
  route('POST /saved-searches', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The search is saved.' },
    summary: 'Save a search',
    description:
      'At most 20 a person. Open job posts or public researchers that are published from now on and match are sent once each, in a digest by mail and ' +
      'notification; one’s own are not. Each digest has a link that sets all searches of the person to `never`.',
    body: NewSavedSearch,
    response: responds(201, SavedSearch, tooManySearches),
    run: createSavedSearch,
  }),
  route('PUT /saved-searches/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The search is saved.' },
    summary: 'Change a saved search',
    description:
      'For its owner. With other words or filters, or after `never`, it begins anew: what it had found is gone, and what was published before is not found.',
    body: SavedSearchChange,
    response: responds(200, SavedSearch, forbidden, notFound),
    run: updateSavedSearch,
  }),
  route('DELETE /saved-searches/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The search is deleted.' },
    summary: 'Delete a saved search',
    description: 'For its owner, with what it has found.',
    response: respondsMessage(forbidden, notFound),
    run: deleteSavedSearch,
  }),
])
