/** The routes of the design pages, for development. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { setContentLanguage } from '#http/language.ts'
import type { Routes } from '#http/routes.ts'
import { isLanguage } from '#language/languages.ts'
import { createLocalizer } from '#language/wording.ts'
import { createWriter } from '../writer.ts'
import { type DesignPage, renderDesignPage } from './page.ts'

const raw = { access: 'public', raw: true } as const

export const designRoutes: Routes = (app) => {
  app.get('/sandbox/design', { config: raw }, (request, reply) => showDesign(request, reply, 'site'))
  app.get('/sandbox/design/console', { config: raw }, (request, reply) => showDesign(request, reply, 'console'))
}

/** `language` and `scheme` of the address come before what the browser prefers; other values are as if they were absent. */
function showDesign({ ctx, url }: FastifyRequest, reply: FastifyReply, part: DesignPage['part']) {
  const { basePath: base, publicUrl, brand } = ctx.config
  const { searchParams: query } = new URL(url, publicUrl)
  const language = query.get('language') ?? ''
  const wording = isLanguage(language) ? createLocalizer(language, brand) : ctx.wording
  const scheme = ([null, 'light', 'dark'] as const).find((name) => name === query.get('scheme')) ?? null
  const { text, policy } = renderDesignPage({ base, writer: createWriter(wording), part, scheme })
  return setContentLanguage(reply, wording)
    .header('Content-Security-Policy', policy)
    .type('text/html; charset=utf-8')
    .send(text)
}
