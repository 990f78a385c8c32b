/** Reads answers, pages, mails and documents as a person does, and fails on the first English sentence. */

import assert from 'node:assert/strict'
import ICAL from 'ical.js'
import type { OutgoingMail } from '#adapters/mail/transport.ts'
import { isRightToLeft, type Language, loadCatalogue } from '#language/languages.ts'
import type { Client, Reply } from '../support/client.ts'

/** Words of English that none of the other languages writes. */
const englishWords = /\b(the|your|you|is|are|was|with|and|must|not|please|been|cannot|will|sign in|course|exam|job)\b/i

/** The constant parts of English sentences that have at least two words. */
const fragments = Object.keys(loadCatalogue('fr').sentences).flatMap((sentence) =>
  sentence
    .split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}+\s+\p{L}+/u.test(part) && part.length > 9),
)

/** Collects what a person reads, and fails on the first text that is English. */
export function createReader(language: Language) {
  // Names of products and standards are the same in all languages.
  const own = Object.values(loadCatalogue(language).sentences).join('\n')
  const foreign = fragments.filter((fragment) => !own.includes(fragment))
  let read = 0
  return {
    count: () => read,
    read(text: string, where: string) {
      read++
      const found = englishWords.exec(text)?.[0] ?? foreign.find((fragment) => text.includes(fragment))
      assert.equal(found, undefined, `${where} has English in ${language}: ${text.slice(0, 300)}`)
    },
  }
}

export type Reader = ReturnType<typeof createReader>

const toText = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, ' ')
    .replace(/<(code|pre)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, '’')
    .replace(/\s+/g, ' ')

/** The fields of an answer that are sentences of the service. */
const sentenceFields = new Set(['title', 'message', 'description', 'action_label', 'label'])

function readAnswer(reader: Reader, { message, errors, data, headers }: Reply, where: string, language: Language) {
  assert.equal(headers.get('content-language'), language, where)
  reader.read(message, where)
  for (const sentence of Object.values(errors).flat()) reader.read(sentence, where)
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && sentenceFields.has(key)) reader.read(inner, `${where}, ${key}`)
      visit(inner)
    }
  }
  visit(data)
}

/** A client whose answers are all read. */
export function listen(client: Client, reader: Reader, language: Language): Client {
  const hear = (where: string, reply: Promise<Reply>) =>
    reply.then((answer) => {
      if (answer.headers.get('content-type')?.startsWith('application/json'))
        readAnswer(reader, answer, where, language)
      else if (answer.headers.get('content-type')?.startsWith('text/html')) readPage(reader, answer, where, language)
      return answer
    })
  return {
    get: (path, headers) => hear(`GET ${path}`, client.get(path, headers)),
    delete: (path, headers) => hear(`DELETE ${path}`, client.delete(path, headers)),
    post: (path, body, headers) => hear(`POST ${path}`, client.post(path, body, headers)),
    put: (path, body, headers) => hear(`PUT ${path}`, client.put(path, body, headers)),
    send: (method, path, init) => hear(`${method} ${path}`, client.send(method, path, init)),
  }
}

function readPage(reader: Reader, { text, headers }: Reply, where: string, language: Language) {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  assert.equal(headers.get('content-language'), language, where)
  assert.ok(text.includes(`<html lang="${language}" dir="${direction}">`), where)
  reader.read(toText(text), where)
}

export function readMail(reader: Reader, { subject, text, html, attachments }: OutgoingMail, language: Language) {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  for (const part of [subject, text.replace(/https?:\S+/g, ''), toText(html).replace(/https?:\S+/g, '')])
    reader.read(part, `the mail "${subject}"`)
  assert.ok(html.includes(`<html lang="${language}" dir="${direction}">`), subject)
  for (const { content_type, content } of attachments) {
    if (!content_type.startsWith('text/calendar')) continue
    const event = new ICAL.Component(ICAL.parse(content.toString())).getFirstSubcomponent('vevent')
    const { summary, description } = new ICAL.Event(event ?? assert.fail())
    for (const part of [summary, description.replace(/https?:\S+/g, '')]) reader.read(part, 'the invitation')
  }
}
