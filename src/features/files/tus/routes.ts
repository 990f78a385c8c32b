import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import { createMalformedRequest, ensure } from '#core/problem.ts'
import { byteRoutes } from '#http/byte-routes.ts'
import type { Routes } from '#http/routes.ts'
import {
  checksumAlgorithms,
  extensions,
  parseBytes,
  parseChecksum,
  partType,
  version,
  wrongVersion,
} from './protocol.ts'
import { appendPart, createUpload, endUpload, maxLength, showTusUpload, type TusUpload } from './service.ts'

const params = Type.Object({ upload_id: Type.String({ maxLength: 100 }) })
const writes = { access: 'signed-in', scope: 'files:write', raw: true } as const
const path = '/upload/tus'

const notOverridden = createMalformedRequest('The header X-HTTP-Method-Override must be PATCH or DELETE.')

type Headers = Record<string, string | string[] | undefined>

/** RFC 9110, section 5.6.7. */
const toHttpDate = (time: string) => new Date(time).toUTCString()

const describe = ({ offset, length, metadata, expires_at, file }: TusUpload) => ({
  'Upload-Offset': String(offset),
  'Upload-Length': String(length),
  ...(metadata === '' ? {} : { 'Upload-Metadata': metadata }),
  ...(file === null ? { 'Upload-Expires': toHttpDate(expires_at) } : { 'Upload-File-Id': String(file.id) }),
  'Cache-Control': 'no-store',
})

/** Appends the body of a request, which is a stream for the media type of parts. */
function receive(ctx: Context, upload_id: string, headers: Headers, body: unknown): Promise<TusUpload> {
  return appendPart(ctx, upload_id, {
    offset: parseBytes(headers['upload-offset']),
    checksum: parseChecksum(headers['upload-checksum']),
    body: body instanceof Readable ? body : Readable.from([]),
  })
}

/**
 * Uploads with tus 1.0.0, which its clients and Uppy speak. They are not part of the API description, because the
 * protocol describes them.
 */
export const tusRoutes: Routes = byteRoutes(partType, (app) => {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('Tus-Resumable', version)
  })
  // After the token was checked.
  app.addHook('preValidation', async ({ method, headers }, reply) => {
    const isPartOfProtocol = method !== 'OPTIONS' && method !== 'GET'
    if (!isPartOfProtocol || headers['tus-resumable'] === version) return
    reply.header('Tus-Version', version)
    throw wrongVersion
  })

  for (const url of [path, `${path}/:upload_id`])
    app.options(url, {
      config: { access: 'public', raw: true },
      handler: (_, reply) =>
        reply
          .code(204)
          .header('Tus-Version', version)
          .header('Tus-Extension', extensions)
          .header('Tus-Max-Size', String(maxLength))
          .header('Tus-Checksum-Algorithm', checksumAlgorithms.join())
          .send(),
    })

  app.post(path, {
    config: { ...writes, limit: 'upload' },
    async handler({ ctx, headers }, reply) {
      const metadata = headers['upload-metadata']?.toString()
      const upload = await createUpload(ctx, { length: parseBytes(headers['upload-length']), metadata })
      return (
        reply
          .code(201)
          .headers(describe(upload))
          // Relative to the host, because the service may be reached by several names.
          .header('Location', `${ctx.config.basePath}${path}/${upload.upload_id}`)
          .send()
      )
    },
  })

  app.head(`${path}/:upload_id`, {
    config: { ...writes, scope: 'files:read' },
    schema: { params },
    handler: async ({ ctx, params: { upload_id } }, reply) =>
      reply.headers(describe(await showTusUpload(ctx, upload_id))).send(),
  })

  app.patch(`${path}/:upload_id`, {
    config: { ...writes, limit: 'chunk' },
    schema: { params },
    async handler({ ctx, params: { upload_id }, headers, body }, reply) {
      return reply
        .code(204)
        .headers(describe(await receive(ctx, upload_id, headers, body)))
        .send()
    },
  })

  app.delete(`${path}/:upload_id`, {
    config: writes,
    schema: { params },
    async handler({ ctx, params: { upload_id } }, reply) {
      await endUpload(ctx, upload_id)
      return reply.code(204).send()
    },
  })

  // For networks that refuse PATCH and DELETE.
  app.post(`${path}/:upload_id`, {
    config: { ...writes, limit: 'chunk' },
    schema: { params },
    async handler({ ctx, params: { upload_id }, headers, body }, reply) {
      if (headers['x-http-method-override'] === 'DELETE') {
        await endUpload(ctx, upload_id)
        return reply.code(204).send()
      }
      ensure(headers['x-http-method-override'] === 'PATCH', notOverridden)
      return reply
        .code(204)
        .headers(describe(await receive(ctx, upload_id, headers, body)))
        .send()
    },
  })
})
