/**
 * Resolves imports that name a file with its extension by their names alone: all of the project's own, and those within packages
 * that are ES modules. Node looks for each of 2,000 files and for the `package.json` of each; without that, a start takes a quarter
 * less time. Other imports are left to Node.
 */

import { registerHooks } from 'node:module'

const source = new URL('./', import.meta.url).href
const folders = { '#test/': new URL('../test/', source).href, '#bench/': new URL('../bench/', source).href }
const ofPackages = '/node_modules/'

function findOwn(specifier, parent) {
  if (!specifier.endsWith('.ts') || parent.includes(ofPackages)) return undefined
  if (specifier.startsWith('./')) return parent.slice(0, parent.lastIndexOf('/') + 1) + specifier.slice(2)
  if (specifier.startsWith('.')) return new URL(specifier, parent).href
  if (!specifier.startsWith('#')) return undefined
  const folder = Object.keys(folders).find((prefix) => specifier.startsWith(prefix))
  return folder === undefined ? source + specifier.slice(1) : folders[folder] + specifier.slice(folder.length)
}

/** `require` also finds files without their extension, and folders; `import` does not. */
function findWithinPackage(specifier, { parentURL, conditions }) {
  const isFile = specifier.startsWith('.') && /\.m?js$/.test(specifier)
  if (!isFile || !parentURL.includes(ofPackages) || !conditions.includes('import')) return undefined
  return specifier.startsWith('./')
    ? parentURL.slice(0, parentURL.lastIndexOf('/') + 1) + specifier.slice(2)
    : new URL(specifier, parentURL).href
}

/** What files of the project import from packages, which is the same for all of them. Node looks for it from the folder of each. */
const imported = new Map()

function resolveOnce(specifier, context, resolveNext) {
  const known = imported.get(specifier)
  if (known !== undefined) return known
  const found = { ...resolveNext(specifier, context), shortCircuit: true }
  imported.set(specifier, found)
  return found
}

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL, conditions } = context
    if (parentURL === undefined) return resolveNext(specifier, context)
    const own = findOwn(specifier, parentURL)
    if (own !== undefined) return { url: own, format: 'module-typescript', shortCircuit: true }
    const url = findWithinPackage(specifier, context)
    // Node knows whether a file `.js` is a module by the package that it is in.
    if (url !== undefined) return { url, format: undefined, shortCircuit: true }
    const isOfPackage =
      /^(node:)?[@a-z][^:]*$/.test(specifier) && parentURL.startsWith(source) && conditions.includes('import')
    return isOfPackage ? resolveOnce(specifier, context, resolveNext) : resolveNext(specifier, context)
  },
})
