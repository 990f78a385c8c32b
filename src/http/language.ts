/** The language of a response: chosen by `Accept-Language`, declared by `Content-Language`. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#language/brand.ts'
import { chooseLocale } from '#language/languages.ts'
import { createLocalizer, english, type Localizer } from '#language/wording.ts'

/** Returns how the response to a request is written. */
export const chooseWording = ({ headers }: Pick<FastifyRequest, 'headers'>, brand: Brand): Localizer =>
  createLocalizer(chooseLocale(headers['accept-language']), brand)

/** Returns the wording of a request; English for one that is refused before it has a context. */
export const getRequestLocalizer = ({ ctx }: { ctx: FastifyRequest['ctx'] | null }): Localizer =>
  ctx?.wording ?? english

/** English is declared with the headers that all responses share; see `headers.ts`. */
export const setContentLanguage = (reply: FastifyReply, { language }: Localizer): FastifyReply =>
  language === 'en' ? reply : reply.header('content-language', language)
