import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { NewPublication, Publication, PublicationChange, PublicationQuery } from './schemas.ts'
import {
  alreadyListed,
  createPublication,
  deletePublication,
  listPublications,
  showPublication,
  tooManyPublications,
  updatePublication,
} from './service.ts'

const tags = ['Researchers']
const visible = 'Those of a private profile are visible to its owner, its team and administrators; 403 for others.'

export const publicationRoutes: Routes = (app) => {
  app.get('/researchers/:id/publications', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'listPublications',
      summary: "List a researcher's publications",
      description:
        'The record of a researcher: one entry for each work, from whatever source it came. The newest works first, those without a year last. ' +
        `${visible} The field \`publications\` of the profile is a list of its own.`,
      tags,
      params: ids('id'),
      querystring: PublicationQuery,
      response: respondsPage(Publication, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listPublications(request.ctx, request.params.id, request.query),
  })

  app.get('/researchers/:id/publications/:publication_id', {
    config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'showPublication',
      summary: 'Show a publication',
      description: visible,
      tags,
      params: ids('id', 'publication_id'),
      response: responds(200, Publication, forbidden, notFound),
    },
    handler: (request) => showPublication(request.ctx, request.params.id, request.params.publication_id),
  })

  app.post('/researchers/:id/publications', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The publication is saved.' },
    schema: {
      operationId: 'createPublication',
      summary: 'Add a publication',
      description:
        'For the owner and administrators; at most 2,000 a researcher. A work that is in the list already is refused: one with the same DOI, or, ' +
        'unless both have one, with the same title, year and family name of the first author, where what is unknown of one of them does not count.',
      tags,
      params: ids('id'),
      body: NewPublication,
      response: responds(201, Publication, forbidden, notFound, alreadyListed, tooManyPublications),
    },
    handler: (request) => createPublication(request.ctx, request.params.id, request.body),
  })

  app.put('/researchers/:id/publications/:publication_id', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The publication is saved.' },
    schema: {
      operationId: 'updatePublication',
      summary: 'Change a publication',
      description:
        'Changes only the fields that are sent; for the owner and administrators. With other content it is not `verified` any more.',
      tags,
      params: ids('id', 'publication_id'),
      body: PublicationChange,
      response: responds(200, Publication, forbidden, notFound, alreadyListed),
    },
    handler: (request) =>
      updatePublication(request.ctx, request.params.id, request.params.publication_id, request.body),
  })

  app.delete('/researchers/:id/publications/:publication_id', {
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The publication is deleted.' },
    schema: {
      operationId: 'deletePublication',
      summary: 'Delete a publication',
      description: 'For the owner and administrators.',
      tags,
      params: ids('id', 'publication_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deletePublication(request.ctx, request.params.id, request.params.publication_id),
  })
}
