import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const client = fileURLToPath(new URL('../', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
// Inside the repository, because the build looks for Node's types from its folder.
const place = join(root, '.tmp', `client-${process.pid}`)
const installed = join(place, 'node_modules/@research-platform/client')
after(() => rm(place, { recursive: true, force: true }))

const runTsc = (...options: string[]) =>
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options]).catch(
    (error: { stdout: string }) => assert.fail(error.stdout),
  )

const strict = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.asynciterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: false,
    noEmit: true,
  },
  include: ['*.ts'],
}

describe('The client package', () => {
  it('builds, contains exactly the needed files, and has a correct README', async () => {
    const readme = await readFile(join(client, 'README.md'), 'utf8')
    await mkdir(installed, { recursive: true })
    for (const file of ['package.json', 'README.md', 'LICENSE'])
      await copyFile(join(client, file), join(installed, file))

    await runTsc('-p', client, '--outDir', join(installed, 'dist'))

    const packed = await listFiles(installed)
    const sources = ['index', 'contract', 'node', 'client', 'uploads', 'exam-room/element']
    for (const file of ['package.json', 'README.md', 'LICENSE', ...sources.flatMap(build)])
      assert.ok(packed.includes(file), `The package lacks ${file}.`)
    assert.deepEqual(
      packed.filter(
        (file) => !/^(package\.json|README\.md|LICENSE|dist\/(exam-room\/)?[a-z-]+\.(js|d\.ts))$/.test(file),
      ),
      [],
    )

    const guides = ['FRONTEND.md', 'PASSKEYS.md', 'API.md'].map((name) => readFile(join(root, 'docs', name), 'utf8'))
    const pages = [readme, ...(await Promise.all(guides))].join('\n')
    const snippets = [...pages.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
    assert.ok(snippets.length >= 8)
    await writeFile(join(place, 'package.json'), '{ "type": "module" }')
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify(strict))
    for (const [number, code] of snippets.entries()) await writeFile(join(place, `snippet-${number}.ts`), code)
    await runTsc('-p', place)

    await writeFile(join(place, 'use.mjs'), use)
    const { stdout } = await run(process.execPath, [join(place, 'use.mjs')])
    assert.equal(stdout, 'function function {"signUp":"function"}\n')
  })
})

const use = `
import { createClient } from '@research-platform/client'
import { operations } from '@research-platform/client/contract'
import { openFile } from '@research-platform/client/node'
const { signUp } = createClient({ baseUrl: 'http://127.0.0.1' })
console.log(typeof createClient, typeof openFile, JSON.stringify({ [Object.keys(operations).find((name) => name === 'signUp')]: typeof signUp }))
`

const build = (name: string) => [`dist/${name}.js`, `dist/${name}.d.ts`]

/** Lists the files that npm would publish from a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], {
    cwd: folder,
    // On Windows npm is a shell script.
    shell: process.platform === 'win32',
  })
  const [{ files }] = JSON.parse(stdout)
  return files.map(({ path }: { path: string }) => path)
}
