import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { PublicationFile, PublicationImport } from './schemas.ts'
import { importPublications, noWorks, tooManyWorks } from './service.ts'

/** Room for two million characters, and for what JSON escapes. */
const bodyLimit = 8 * 1024 * 1024

export const publicationImportRoutes: Routes = (app) => {
  app.post('/researchers/:id/publications/import', {
    bodyLimit,
    config: { access: 'signed-in', scope: 'researchers:write', message: 'The file is read.' },
    schema: {
      operationId: 'importPublications',
      summary: 'Add publications from a file',
      description:
        'For the owner and administrators. Reads BibTeX, RIS or CSL-JSON, and answers what came of every work. A work that is in the list already, ' +
        'by the rule of `POST /researchers/{id}/publications`, fills what is empty there and changes nothing else. Works without a title are refused, ' +
        'and those beyond 2,000 publications; the others are stored. `preview` tells the verdicts without storing anything.',
      tags: ['Researchers'],
      params: ids('id'),
      body: PublicationFile,
      response: responds(200, PublicationImport, forbidden, notFound, noWorks, tooManyWorks),
    },
    handler: (request) => importPublications(request.ctx, request.params.id, request.body),
  })
}
