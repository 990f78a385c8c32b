import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Institution, InstitutionQuery } from './schemas.ts'
import { showInstitution, suggestInstitutions } from './service.ts'

const tags = ['Researchers']

export const institutionRoutes: Routes = (app) => {
  app.get('/institutions', {
    config: { access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'suggestInstitutions',
      summary: 'Suggest institutions',
      description:
        'Universities, institutes, companies and others of the Research Organization Registry, fast enough for every key stroke: ' +
        'whole names and acronyms first, then names that begin so, then names with these words. None without `q`.',
      tags,
      querystring: InstitutionQuery,
      response: responds(200, Type.Array(Institution)),
    },
    handler: (request) => suggestInstitutions(request.ctx, request.query),
  })

  app.get('/institutions/:ror', {
    config: { access: 'signed-in', scope: 'researchers:read' },
    schema: {
      operationId: 'showInstitution',
      summary: 'Show an institution',
      description: 'By its id, like `02y9nww90`, or the encoded address of it. 404 when the list has none.',
      tags,
      params: Type.Object({
        ror: Type.String({ maxLength: 100, description: 'The ROR id.', examples: ['02y9nww90'] }),
      }),
      response: responds(200, Institution, notFound),
    },
    handler: (request) => showInstitution(request.ctx, request.params.ror),
  })
}
