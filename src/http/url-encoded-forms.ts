/** Forms of pages, `application/x-www-form-urlencoded`: their size and the number of their fields are known before they are parsed. */

import { parse } from 'node:querystring'
import formbody from '@fastify/formbody'
import { Problem } from '#core/problem.ts'
import type { App } from './routes.ts'

/** The maximum number of fields of a form, also of one with files. */
export const maxFormFields = 1_000
/** The maximum size of a form in bytes, where a page declares no other as its `bodyLimit`. */
export const maxFormBytes = 64 * 1024

export const tooManyFields = new Problem(413, 'The form has too many fields.')

function parseForm(text: string): Record<string, unknown> {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++fields > maxFormFields) throw tooManyFields
  return parse(text, '&', '=', { maxKeys: maxFormFields })
}

/** Makes the routes of the scope take forms. Their bodies are objects without a prototype. */
export const acceptForms = async (scope: App): Promise<void> =>
  void (await scope.register(formbody, { bodyLimit: maxFormBytes, parser: parseForm }))
