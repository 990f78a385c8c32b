import { notFound } from '#core/problem.ts'
import { respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { ReasonQuery } from '../reason.ts'
import { FileQuery, PublicFile } from './schemas.ts'
import { listPublicFiles, ownerNeeded, removePublicFile } from './service.ts'

export const publicFileRoutes = routes('Administration', [
  route('GET /admin/files', {
    config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Files' },
    summary: 'List the public files of a person, or the one at an address',
    description: 'Newest first. Needs `user_id` or `url`.',
    query: FileQuery,
    response: respondsPage(PublicFile, { problems: [ownerNeeded] }),
    run: listPublicFiles,
  }),
  route('DELETE /admin/files/:id', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The file is removed.' },
    operationId: 'takeDownFile',
    summary: 'Remove a public file of a person',
    description:
      'An upload or a profile picture, permanently: its address stops working. Its owner is told, with the reason. Files of a project, ' +
      'an exam or an application are removed there.',
    query: ReasonQuery,
    response: respondsMessage(notFound),
    run: removePublicFile,
  }),
])
