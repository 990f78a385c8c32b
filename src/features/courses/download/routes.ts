import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { formatContentDisposition } from '#core/file-name.ts'
import { createErrorResponses, responds, type SuccessBody, toSuccess } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import { route, routes } from '#http/route.ts'
import { DownloadLink, DownloadQuery, LinkedDownloadQuery } from './schemas.ts'
import { createDownloadLink, type Download, downloadCourse, openDownload } from './service.ts'

const archive = {
  description: 'A zip with `index.html` to begin with and `course.json` for programs.',
  content: { 'application/zip': { schema: Type.String({ format: 'binary' }) } },
}
/** Declared without the envelope helpers, because a zip has no envelope. */
const linkAnswer = Type.Unsafe<SuccessBody>(responds(200, DownloadLink)[200])
const archiveOrLink = {
  description: 'The zip, or with `link` an address to get it from.',
  content: { ...archive.content, 'application/json': { schema: linkAnswer } },
}
const refusals = createErrorResponses([401, 403, 404, 422, 429, 500, 503])

/** HEAD does not count as a download. */
async function sendArchive({ method }: FastifyRequest, reply: FastifyReply, { filename, begin }: Download) {
  reply
    .header('Content-Disposition', formatContentDisposition('attachment', filename))
    .header('Cache-Control', 'no-store')
    .type('application/zip')
  // An empty stream, because the length of an archive is not known before it is written.
  return reply.send(method === 'HEAD' ? Readable.from([]) : await begin())
}

export const downloadRoutes = routes('Courses', [
  route('GET /courses/:id/download', {
    config: { access: 'signed-in', scope: 'courses:read', raw: true },
    operationId: 'downloadCourse',
    summary: 'Download a course to learn offline',
    description:
      'For those who are enrolled. The zip opens in a browser without a network connection and contains the media that were uploaded to ' +
      'this service. Its manifest `course.json` is signed by the issuer (`course.json.jws`, RFC 7515 with a detached content) and names ' +
      'a version; with `since`, only what changed after it is sent. Each download is counted. With `link`, returns an address that is ' +
      'valid for one hour without a token.',
    query: DownloadQuery,
    response: { 200: archiveOrLink, ...refusals },
    async handler(request, reply) {
      const { ctx, params, query } = request
      if (!query.link) return sendArchive(request, reply, await downloadCourse(ctx, params.id, query.since))
      const link = await createDownloadLink(ctx, params.id, query.since)
      const writing = { wording: ctx.wording, address: () => new URL(link.download_url) }
      setContentLanguage(reply, ctx.wording)
      return reply
        .header('Cache-Control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(toSuccess({ code: 200, message: 'OK', result: link }, writing))
    },
  }),
  route('GET /courses/:id/downloads/:enrollment_id', {
    config: { access: 'public', raw: true },
    operationId: 'openCourseDownload',
    summary: 'Download a course by a link',
    description: 'By a `download_url`; the signature replaces the token.',
    query: LinkedDownloadQuery,
    response: { 200: archive, ...createErrorResponses([403, 404, 422, 429, 500, 503]) },
    async handler(request, reply) {
      return sendArchive(request, reply, await openDownload(request.ctx, request.params, request.query))
    },
  }),
])
