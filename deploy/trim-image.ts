/**
 * Removes from the packages of the container image what a running service never reads: declarations of types, source maps,
 * manuals, headers for native code, and tests of packages. The Dockerfile runs it.
 */

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'

const packages = join(import.meta.dirname, '../node_modules')
const blockBytes = 4_096

/** Node refuses to run TypeScript of packages, so theirs is only read by editors and debuggers. */
const unreadFiles = /\.(ts|mts|cts|map|md|markdown|flow)$/
const legalFiles = /^(licen[cs]e|copying|notice)/i
/** Folders at the top of a package. */
const unreadFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  'bench',
  'coverage',
  '.github',
])

/** What single packages bring besides, by paths that begin in `node_modules`. */
const unread = [
  // The headers of Node, for compilers.
  /^node-(bin-)?(linux|darwin|win)-\w+\/(include|share)\//,
  // The service prints with five of the fonts (`packages/documents/fonts.ts`).
  /^dejavu-fonts-ttf\/ttf\/DejaVu(?!(Sans|Sans-Bold|Serif|Serif-Bold|Serif-Italic)\.ttf$)/,
  /^dejavu-fonts-ttf\/\w+\.txt$/,
  // Programs for browsers.
  /^pdfkit\/js\/pdfkit\.(browser|standalone|old)\b/,
  /^fontkit\/dist\/browser/,
  /^jsonld\/dist\//,
]

if (existsSync(join(packages, 'typescript'))) {
  console.error('The development dependencies are installed. Run "npm ci --omit=dev" first.')
  process.exit(1)
}
const before = measureMegabytes(packages)
for (const path of listFiles(packages)) if (isUnread(path)) rmSync(join(packages, path))
removeEmptyFolders(packages)
removeSymbols()
const after = measureMegabytes(packages)
console.log(`Removed ${before - after} MB. The packages take ${after} MB.`)

/** Returns the paths of all files, from the folder. Those of `packages/` are linked there, run from their TypeScript, and stay. */
function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return paths.filter((path) => !path.startsWith('@research-platform/'))
}

function isUnread(path: string): boolean {
  if (unread.some((pattern) => pattern.test(path))) return true
  // Packages may have packages of their own.
  const within = path.split('node_modules/').at(-1) ?? path
  const [, ...inPackage] = within.replace(/^@[^/]+\//, '').split('/')
  const name = basename(path)
  if (legalFiles.test(name)) return false
  return unreadFiles.test(name) || (inPackage.length > 1 && unreadFolders.has(inPackage[0] ?? ''))
}

/** Removes folders in which no file is left; each takes a block. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Removes the symbols for debuggers from Node, a fifth of its size, where the system has `strip`. */
function removeSymbols() {
  if (process.platform !== 'linux') return
  const [node] = listFiles(packages).filter((path) => /^node-linux-\w+\/bin\/node$/.test(path))
  if (node === undefined) return
  const path = join(packages, node)
  // This program may run from the file, so the file is replaced and not changed.
  const stripped = `${path}.stripped`
  try {
    execFileSync('strip', ['-o', stripped, path], { stdio: 'ignore' })
    chmodSync(stripped, 0o755)
    renameSync(stripped, path)
  } catch {
    rmSync(stripped, { force: true })
    console.log('There is no strip (in the package binutils) on this system, so Node keeps its symbols, 32 MB.')
  }
}

/** Returns the size on the disk, in whole blocks, of which each folder takes one. */
function measureMegabytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const blocks = entries.map(({ parentPath, name }) => Math.ceil(lstatSync(join(parentPath, name)).size / blockBytes))
  return Math.round((blocks.reduce((sum, count) => sum + count, 0) * blockBytes) / 1024 ** 2)
}
