/** Modules for browsers: TypeScript whose types are removed, with imports that browsers resolve. */

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

export interface Asset {
  type: string
  body: string
  etag: string
}

export const createAsset = (type: string, body: string): Asset => ({
  type: `${type}; charset=utf-8`,
  body,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
})

/** Node 26 calls the function experimental, and says so on the first use; the operator can do nothing about it. */
function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Rewrites `from './words.ts'` to the module that is served. */
export const replaceFileImports = (source: string): string =>
  source.replace(/(\bfrom\s*)(['"])(\.[\w./-]+)\.ts\2/g, '$1$2$3.js$2')

/** Reads a module of ours as a browser runs it. */
export const readModule = (source: string): Asset =>
  createAsset('text/javascript', replaceFileImports(stripTypes(source)))

/** Lists the TypeScript files of a folder. */
export const listModuleFiles = (folder: URL): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))

/** Returns the sentences that the modules of a folder state with `write('…')`. */
export function listSentences(folder: URL): string[] {
  const found = new Set<string>()
  for (const file of listModuleFiles(folder)) {
    const source = readFileSync(new URL(file, folder), 'utf8')
    for (const [, sentence = ''] of source.matchAll(/\bwrite\(\s*'((?:[^'\\]|\\.)+)'/g))
      found.add(sentence.replaceAll("\\'", "'"))
  }
  return [...found]
}
