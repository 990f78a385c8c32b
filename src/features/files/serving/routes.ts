import { Type } from 'typebox'
import { Text } from '#core/schema.ts'
import { SignedQuery } from '#core/signed-links.ts'
import { sendFile } from '#http/file-reply.ts'
import type { Routes } from '#http/routes.ts'
import { findLegacyAddress, getLinkedFile } from '../links.ts'

/** The addresses of files. They are not part of the API description, because clients only follow links. */
export const servingRoutes: Routes = (app) => {
  app.get('/files/*', {
    config: { access: 'public', raw: true },
    schema: { params: Type.Object({ '*': Text(500) }), querystring: SignedQuery },
    async handler(request, reply) {
      return sendFile(request, reply, await getLinkedFile(request.ctx, request.params['*'], request.query))
    },
  })

  // The addresses that files had in the system that they were imported from; LEGACY_FILE_PREFIX leads here.
  app.get('/legacy-files/*', {
    config: { access: 'public', raw: true },
    schema: { params: Type.Object({ '*': Text(1_000) }) },
    handler: async (request, reply) => reply.redirect(await findLegacyAddress(request.ctx, request.params['*']), 301),
  })
}
