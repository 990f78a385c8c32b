/** The language of a response: chosen by `Accept-Language`, declared by `Content-Language`. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#language/brand.ts'
import { chooseLocale } from '#language/languages.ts'
import { english, type Wording, wordingOf } from '#language/wording.ts'

/** Returns how the response to a request is written. */
export const chooseWording = ({ headers }: Pick<FastifyRequest, 'headers'>, brand: Brand): Wording =>
  wordingOf(chooseLocale(headers['accept-language']), brand)

/** Returns the wording of a request; English for one that is refused before it has a context. */
export const wordingOfRequest = ({ ctx }: { ctx: FastifyRequest['ctx'] | null }): Wording => ctx?.wording ?? english

/** English is declared with the headers that all responses share; see `headers.ts`. */
export const declareLanguage = (reply: FastifyReply, { language }: Wording): FastifyReply =>
  language === 'en' ? reply : reply.header('content-language', language)
