import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { ReasonQuery } from '../reason.ts'
import { FileQuery, PublicFile } from './schemas.ts'
import { listPublicFiles, ownerNeeded, removePublicFile } from './service.ts'

const tags = ['Administration']

export const publicFileRoutes: Routes = (app) => {
  app.get('/admin/files', {
    config: { access: ['admin'], scope: 'admin:read', discloses: true, csv: 'Files' },
    schema: {
      operationId: 'listPublicFiles',
      summary: 'List the public files of a person, or the one at an address',
      description: 'Newest first. Needs `user_id` or `url`.',
      tags,
      querystring: FileQuery,
      response: respondsPage(PublicFile, { problems: [ownerNeeded] }),
    },
    handler: (request) => listPublicFiles(request.ctx, request.query),
  })

  app.delete('/admin/files/:id', {
    config: { access: ['admin'], scope: 'admin:write', message: 'The file is removed.' },
    schema: {
      operationId: 'takeDownFile',
      summary: 'Remove a public file of a person',
      description:
        'An upload or a profile picture, permanently: its address stops working. Its owner is told, with the reason. Files of a project, ' +
        'an exam or an application are removed there.',
      tags,
      params: ids('id'),
      querystring: ReasonQuery,
      response: respondsMessage(notFound),
    },
    handler: (request) => removePublicFile(request.ctx, request.params.id, request.query),
  })
}
