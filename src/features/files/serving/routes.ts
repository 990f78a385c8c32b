import { Type } from 'typebox'
import { Text } from '../../../core/schema.ts'
import { sendFile } from '../../../http/file-reply.ts'
import type { Routes } from '../../../http/routes.ts'
import { fileAt } from '../links.ts'

const Signed = Type.Object({ expires: Type.Optional(Text(20)), signature: Type.Optional(Text(100)) })

/** The addresses of files. They are no part of the described API: whoever gets one follows it. */
export const servingRoutes: Routes = (app) => {
  app.get('/files/*', {
    config: { access: 'public', raw: true },
    schema: { params: Type.Object({ '*': Text(500) }), querystring: Signed },
    async handler(request, reply) {
      return sendFile(request, reply, await fileAt(request.ctx, request.params['*'], request.query))
    },
  })
}
