/**
 * The files of the console: modules of ours, whose types are removed, and of the view and chart libraries. Browsers
 * resolve no package names, so imports of packages become paths.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Asset, createAsset, listModuleFiles, readModule, replaceFileImports } from '../browser-modules.ts'
import { foundation } from '../design/tokens.ts'

/** The modules of ours. */
export const folder = new URL('./app/', import.meta.url)

/** The packages that browsers load, by the names in imports. */
const packages: Record<string, string> = {
  preact: 'preact',
  'preact/hooks': 'preact/hooks',
  htm: 'htm',
  uplot: 'uplot/dist/uPlot.esm.js',
}

const nameFile = (name: string) => `${name.replace('/', '-')}.js`

/** Rewrites the names of packages to the files beside the module. */
const rewritePackages = (source: string): string =>
  source.replace(/(\bfrom\s*|\bimport\()(['"])([\w/]+)\2/g, (all, start: string, quote: string, name: string) =>
    name in packages ? `${start}${quote}./${nameFile(name)}${quote}` : all,
  )

/** What the console shares with the service: rules without imports, so that amounts are the same in both. */
const shared = { specifier: '#language/currencies.ts', file: 'currencies.js' } as const
const readShared = () => readFileSync(new URL('../../language/currencies.ts', import.meta.url), 'utf8')

const rewriteImports = (source: string): string =>
  rewritePackages(source).replace(`'${shared.specifier}'`, `'./${shared.file}'`)

const readPackage = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8')

/** Reads all modules, by their file names. */
export function readAssets(): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const file of listModuleFiles(folder))
    assets.set(file.replace(/ts$/, 'js'), readModule(rewriteImports(readFileSync(new URL(file, folder), 'utf8'))))
  assets.set(shared.file, readModule(readShared()))
  for (const [name, specifier] of Object.entries(packages)) {
    const source = readPackage(specifier).replace(/\n?\/\/# sourceMappingURL=.*/, '')
    assets.set(nameFile(name), createAsset('text/javascript', replaceFileImports(rewritePackages(source))))
  }
  return assets
}

export const readStyles = () =>
  foundation +
  readFileSync(fileURLToPath(new URL('./console.css', import.meta.url)), 'utf8') +
  readPackage('uplot/dist/uPlot.min.css')
