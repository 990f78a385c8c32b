import { Type } from 'typebox'
import { notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Institution, InstitutionQuery } from './schemas.ts'
import { showInstitution, suggestInstitutions } from './service.ts'

export const institutionRoutes = routes('Researchers', [
  route('GET /institutions', {
    config: { access: 'signed-in', scope: 'researchers:read' },
    summary: 'Suggest institutions',
    description:
      'Universities, institutes, companies and others of the Research Organization Registry, fast enough for every key stroke: ' +
      'whole names and acronyms first, then names that begin so, then names with these words. None without `q`.',
    query: InstitutionQuery,
    response: responds(200, Type.Array(Institution)),
    run: suggestInstitutions,
  }),
  route('GET /institutions/:ror', {
    config: { access: 'signed-in', scope: 'researchers:read' },
    summary: 'Show an institution',
    description: 'By its id, like `02y9nww90`, or the encoded address of it. 404 when the list has none.',
    params: Type.Object({
      ror: Type.String({ maxLength: 100, description: 'The ROR id.', examples: ['02y9nww90'] }),
    }),
    response: responds(200, Institution, notFound),
    run: showInstitution,
  }),
])
