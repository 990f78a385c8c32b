import { Type } from 'typebox'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { SearchAlias, SearchAliases } from './schemas.ts'
import { listAliases, replaceAliases } from './service.ts'

export const aliasRoutes = routes('Search', [
  route('GET /admin/search/aliases', {
    config: { access: ['admin'], scope: 'admin:read' },
    operationId: 'listSearchAliases',
    summary: 'List the aliases of the search',
    description: 'In the order of the aliases.',
    response: responds(200, Type.Array(SearchAlias)),
    run: listAliases,
  }),
  route('PUT /admin/search/aliases', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The aliases are saved.' },
    operationId: 'replaceSearchAliases',
    summary: 'Replace the aliases of the search',
    description:
      'What words of a query mean to the users of this service, such as the nickname of an institution or the name of a ' +
      'local programme. A query with the alias also finds the meaning. The list replaces the former one and holds from the next search on. ' +
      'Aliases are stored in lower case, without accents and punctuation.',
    body: SearchAliases,
    response: responds(200, Type.Array(SearchAlias)),
    run: replaceAliases,
  }),
])
