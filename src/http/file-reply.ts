/** Sends a stored file, whole or a range, with headers that prevent browsers from executing it. */

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import { chooseDisposition, formatContentDisposition } from '#core/file-name.ts'
import { notFound, Problem } from '#core/problem.ts'
import { type ConditionalRequest, isUnchanged, parseRange } from './conditional-requests.ts'

export interface SentFile {
  key: string
  area: 'public' | 'private'
  filename: string
  size: number
  mime_type: string
  uploaded_at: string
}

interface Options {
  /** Sends the file as a download, even when a browser could show it. */
  download?: boolean
}

/** For the page that a browser makes around an image or a video. */
const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
/** The lifetime of a link of the store, in seconds. */
const redirectedFor = 300
const unsatisfiable = new Problem(416, 'The file has no such range.')

/** Answers a `raw` route with the file. A file in an S3 store is answered with a redirect. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  { download = false }: Options = {},
) {
  const { storage } = request.ctx
  const disposition = formatContentDisposition(
    download ? 'attachment' : chooseDisposition(file.mime_type),
    file.filename,
  )
  const open = file.area === 'public' && !download ? storage.publicLink(file.key) : null
  const link = open ?? (await storage.link(file.key, redirectedFor, { contentType: contentType(file), disposition }))
  if (link !== null) return reply.header('Cache-Control', 'no-store').redirect(link, 302)

  const etag = `"${file.key.slice(file.key.lastIndexOf('/') + 1)}"`
  const modified = new Date(file.uploaded_at)
  reply
    .header('ETag', etag)
    .header('Last-Modified', modified.toUTCString())
    .header('Cache-Control', file.area === 'public' ? 'public, max-age=3600' : 'no-store')
    .header('Accept-Ranges', 'bytes')
    .header('Content-Security-Policy', policy)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', disposition)
    .type(contentType(file))
  const asked = { headers: request.headers, etag, modified }
  if (isUnchanged(asked)) return reply.code(304).send()
  return sendBytes(request, reply, file, asked)
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, size }: SentFile,
  asked: ConditionalRequest,
) {
  const range = parseRange(asked, size)
  if (range === 'unsatisfiable') {
    reply.removeHeader('Content-Disposition').removeHeader('ETag').removeHeader('Last-Modified')
    reply.header('Cache-Control', 'no-store').header('Content-Range', `bytes */${size}`)
    throw unsatisfiable
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range !== null) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`)
  reply.header('Content-Length', end - start + 1)
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  try {
    return reply.send(await request.ctx.storage.open(key, { start, end }))
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    request.log.error({ err: error, request_id: request.id }, 'stored file missing')
    reply.removeHeader('Content-Length').removeHeader('Content-Disposition')
    throw notFound
  }
}

const contentType = ({ mime_type }: SentFile) =>
  mime_type.startsWith('text/') ? `${mime_type}; charset=utf-8` : mime_type
