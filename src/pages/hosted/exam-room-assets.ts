/** The modules of `<exam-room>`: the element of the typed client and what it imports, without the types. */

import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { Template } from '#language/sentence.ts'
import { findMessage } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'
import { type Asset, listSentences, readModule } from '../browser-modules.ts'

const client = new URL('../../../clients/typescript/src/', import.meta.url)
const start = 'exam-room/element.ts'
const words = 'exam-room/languages.ts'

/** Everything before the table of operations is types. */
const readOperations = (source: string) => source.slice(source.indexOf('export const operations'))

const toFile = (path: string) => path.replace(/ts$/, 'js')

/** Reads the element and all that it imports, by path. The module of the sentences depends on the reader and is not among them. */
export function readExamRoom(): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  const waiting = [start]
  for (const path of waiting) {
    if (path === words || assets.has(toFile(path))) continue
    const source = readFileSync(new URL(path, client), 'utf8')
    const asset = readModule(path === 'contract.ts' ? readOperations(source) : source)
    assets.set(toFile(path), asset)
    for (const [, target = ''] of asset.body.matchAll(/\bfrom\s*'(\.[\w./-]+)\.js'/g))
      waiting.push(posix.join(posix.dirname(path), `${target}.ts`))
  }
  return assets
}

/** Lists the sentences of the element. */
export const listExamRoomSentences = (): string[] => listSentences(new URL('exam-room/', client))

/** Renders the module of the sentences in the language of the reader and with those of the operator. */
export function renderLanguages(sentences: readonly string[], wording: Localizer): string {
  const messages = Object.fromEntries(
    sentences.map((sentence) => [sentence, findMessage(sentence as Template, wording)]),
  )
  return `export const languages = ${JSON.stringify({ [wording.language]: messages })}\n`
}
