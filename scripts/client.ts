/**
 * `npm run client [-- FOLDER]`: builds the typed client and packs it as `research-platform-client-VERSION.tgz` in the
 * folder, by default `clients/`. `npm install` takes the file; `npm publish` sends it to a registry.
 */

import '#node-version.ts'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../clients/typescript/package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const source = join(root, 'clients/typescript')
const destination = resolve(process.argv[2] ?? join(root, 'clients'))

for (const folder of [destination, join(root, '.tmp')]) mkdirSync(folder, { recursive: true })
// A folder of its own, so that nothing of an earlier build is packed and two builds do not meet.
const stage = mkdtempSync(join(root, '.tmp/client-'))
try {
  for (const file of ['package.json', 'README.md', 'LICENSE']) copyFileSync(join(source, file), join(stage, file))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  run(process.execPath, [compiler, '-p', source, '--outDir', join(stage, 'dist')])
  run('npm', ['pack', stage, '--ignore-scripts', '--silent', '--pack-destination', destination])
  console.log(`npm install ${join(destination, `research-platform-client-${packageJson.version}.tgz`)}`)
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** Runs a program. Its output is shown when it fails, which ends this one. */
function run(program: string, args: string[]): void {
  // On Windows npm is a shell script.
  const shell = process.platform === 'win32' && program === 'npm'
  const input = shell ? args.map((text) => `"${text}"`) : args
  const { status, stdout, stderr, error } = spawnSync(program, input, { cwd: root, encoding: 'utf8', shell })
  if (status === 0) return
  console.error(error?.message ?? `${stdout}${stderr}`)
  rmSync(stage, { recursive: true, force: true })
  process.exit(1)
}
