/**
 * Resolves imports of the project's own files, which are all written with their extension, by their names alone. Node looks for each
 * of 1,400 files and for the `package.json` of each; without that, a start takes a fifth less time. Other imports are left to Node.
 */

import { registerHooks } from 'node:module'

const source = new URL('./', import.meta.url).href
const folders = { '#test/': new URL('../test/', source).href, '#bench/': new URL('../bench/', source).href }
const format = 'module-typescript'

function findUrl(specifier, parent) {
  if (!specifier.endsWith('.ts') || parent === undefined || parent.includes('/node_modules/')) return undefined
  if (specifier.startsWith('.')) return new URL(specifier, parent).href
  if (!specifier.startsWith('#')) return undefined
  const folder = Object.keys(folders).find((prefix) => specifier.startsWith(prefix))
  return folder === undefined ? source + specifier.slice(1) : folders[folder] + specifier.slice(folder.length)
}

registerHooks({
  resolve(specifier, context, resolveNext) {
    const url = findUrl(specifier, context.parentURL)
    return url === undefined ? resolveNext(specifier, context) : { url, format, shortCircuit: true }
  },
})
