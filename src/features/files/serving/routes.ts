import { Type } from 'typebox'
import { Text } from '#core/schema.ts'
import { SignedQuery } from '#core/signed-links.ts'
import { sendFile } from '#http/file-reply.ts'
import type { Routes } from '#http/routes.ts'
import { getLinkedFile } from '../files/links.ts'

/** The addresses of files. They are not part of the API description, because clients only follow links. */
export const servingRoutes: Routes = (app) => {
  app.get('/files/*', {
    config: { access: 'public', raw: true },
    schema: { params: Type.Object({ '*': Text(500) }), querystring: SignedQuery },
    async handler(request, reply) {
      return sendFile(request, reply, await getLinkedFile(request.ctx, request.params['*'], request.query))
    },
  })
}
