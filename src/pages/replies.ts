/** Answers of public routes, which are a page for people and JSON for programs. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#context.ts'
import { isUnchanged } from '#http/conditional-requests.ts'
import { toSuccess } from '#http/envelope.ts'
import { setContentLanguage } from '#http/language.ts'
import type { Asset } from './browser-modules.ts'
import { createPolicy } from './layout.ts'
import { createWriter, type Writer } from './writer.ts'

/** Where the pictures of a page come from, and who may show it in a frame. */
type PageOptions = NonNullable<Parameters<typeof createPolicy>[2]>

export const showPage = (
  reply: FastifyReply,
  { wording }: Context,
  render: (writer: Writer) => string,
  sources: PageOptions = {},
) =>
  setContentLanguage(reply, wording)
    .header('Content-Security-Policy', createPolicy(wording.brand, '', sources))
    .type('text/html; charset=utf-8')
    .send(render(createWriter(wording)))

/** A public page may be a moment old, and caches give it to all readers of its language, unless it was asked for with a token. */
export function showPublicPage(
  reply: FastifyReply,
  ctx: Context,
  render: (writer: Writer) => string,
  options: PageOptions = {},
) {
  reply.header('Cache-Control', ctx.actor.id > 0 ? 'no-store' : 'public, max-age=60')
  return showPage(reply, ctx, render, options)
}

export const showJson = (reply: FastifyReply, { config, wording }: Context, result: object) => {
  setContentLanguage(reply, wording)
  const writing = { wording, address: () => new URL(config.publicUrl) }
  return reply.send(toSuccess({ code: 200, message: 'OK', result }, writing))
}

/** A picture may be a little old, because other sites show it again and again. */
export const showPicture = (reply: FastifyReply, { wording }: Context, png: Uint8Array) =>
  setContentLanguage(reply, wording)
    .header('Cache-Control', 'public, max-age=300')
    .header('Vary', 'Accept-Language')
    .type('image/png')
    .send(png)

/** Sends a module or a style; a browser that has it gets 304. */
export function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, { type, body, etag }: Asset) {
  reply.header('ETag', etag).header('Cache-Control', 'no-cache')
  if (isUnchanged({ headers, etag, modified: new Date() })) return reply.code(304).send()
  return reply.type(type).send(body)
}
