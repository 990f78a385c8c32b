import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Search']

export const savedSearchRoutes: Routes = (app) => {
  app.get('/saved-searches', {
    config: { access: 'signed-in', scope: 'search:read' },
    schema: {
      operationId: 'listSavedSearches',
      summary: 'List my saved searches',
      description: 'Newest first.',
      tags,
      querystring: SavedSearchQuery,
      response: respondsPage(SavedSearch),
    },
    handler: (request) => listSavedSearches(request.ctx, request.query),
  })

  app.get('/saved-searches/:id', {
    config: { access: 'signed-in', scope: 'search:read' },
    schema: {
      operationId: 'showSavedSearch',
      summary: 'Show a saved search',
      description: 'For its owner.',
      tags,
      params: ids('id'),
      response: responds(200, SavedSearch, forbidden, notFound),
    },
    handler: (request) => showSavedSearch(request.ctx, request.params.id),
  })

  app.get('/saved-searches/:id/matches', {
    config: { access: 'signed-in', scope: 'search:read' },
    schema: {
      operationId: 'listSavedSearchMatches',
      summary: 'List what a saved search has found',
      description:
        'For its owner; the newest first. What was published since the search was saved or changed, in the last 90 days, and is still public.',
      tags,
      params: ids('id'),
      querystring: SavedSearchQuery,
      response: respondsPage(SavedSearchMatch, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listSavedSearchMatches(request.ctx, request.params.id, request.query),
  })

  app.post('/saved-searches', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The search is saved.' },
    schema: {
      operationId: 'createSavedSearch',
      summary: 'Save a search',
      description:
        'At most 20 a person. Open job posts or public researchers that are published from now on and match are sent once each, in a digest by mail and ' +
        'notification; one’s own are not. Each digest has a link that sets all searches of the person to `never`.',
      tags,
      body: NewSavedSearch,
      response: responds(201, SavedSearch, tooManySearches),
    },
    handler: (request) => createSavedSearch(request.ctx, request.body),
  })

  app.put('/saved-searches/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The search is saved.' },
    schema: {
      operationId: 'updateSavedSearch',
      summary: 'Change a saved search',
      description:
        'For its owner. With other words or filters, or after `never`, it begins anew: what it had found is gone, and what was published before is not found.',
      tags,
      params: ids('id'),
      body: SavedSearchChange,
      response: responds(200, SavedSearch, forbidden, notFound),
    },
    handler: (request) => updateSavedSearch(request.ctx, request.params.id, request.body),
  })

  app.delete('/saved-searches/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The search is deleted.' },
    schema: {
      operationId: 'deleteSavedSearch',
      summary: 'Delete a saved search',
      description: 'For its owner, with what it has found.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteSavedSearch(request.ctx, request.params.id),
  })
}
