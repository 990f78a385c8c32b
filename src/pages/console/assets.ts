/**
 * The files of the console: modules of ours, whose types are removed, and of the view and chart libraries. Browsers
 * resolve no package names, so imports of packages become paths.
 */

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

export interface Asset {
  type: string
  body: string
  etag: string
}

const folder = fileURLToPath(new URL('./app/', import.meta.url))

/** The packages that browsers load, by the names in imports. */
const packages: Record<string, string> = {
  preact: 'preact',
  'preact/hooks': 'preact/hooks',
  htm: 'htm',
  uplot: 'uplot/dist/uPlot.esm.js',
}

const nameFile = (name: string) => `${name.replace('/', '-')}.js`

/** Rewrites `from './words.ts'` to the module that is served, and package names to files beside it. */
const rewriteImports = (source: string): string =>
  source
    .replace(/(\bfrom\s*)(['"])(\.\/[\w-]+)\.ts\2/g, '$1$2$3.js$2')
    .replace(/(\bfrom\s*|\bimport\()(['"])([\w/]+)\2/g, (all, start: string, quote: string, name: string) =>
      name in packages ? `${start}${quote}./${nameFile(name)}${quote}` : all,
    )

const createAsset = (type: string, body: string): Asset => ({
  type: `${type}; charset=utf-8`,
  body,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
})

const readPackage = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8')

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

/** Reads all modules, by their file names. */
export function readAssets(): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))) {
    const source = stripTypes(readFileSync(folder + file, 'utf8'))
    assets.set(file.replace(/ts$/, 'js'), createAsset('text/javascript', rewriteImports(source)))
  }
  for (const [name, specifier] of Object.entries(packages)) {
    const source = readPackage(specifier).replace(/\n?\/\/# sourceMappingURL=.*/, '')
    assets.set(nameFile(name), createAsset('text/javascript', rewriteImports(source)))
  }
  return assets
}

/** Returns the sentences that the modules state with `write('…')`. */
export function listSentences(): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
    for (const [, sentence = ''] of readFileSync(folder + file, 'utf8').matchAll(/\bwrite\(\s*'((?:[^'\\]|\\.)+)'/g))
      found.add(sentence.replaceAll("\\'", "'"))
  return [...found]
}

export const readStyles = () =>
  readFileSync(fileURLToPath(new URL('./console.css', import.meta.url)), 'utf8') +
  readPackage('uplot/dist/uPlot.min.css')
