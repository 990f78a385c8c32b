import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapi from '../../../openapi.json' with { type: 'json' }
import rootPackage from '../../../package.json' with { type: 'json' }
import { password, testApp } from '../../../test/support/app.ts'
import { enableTwoFactor } from '../../../test/support/second-factor.ts'
import clientPackage from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const client = fileURLToPath(new URL('../', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
// On Windows npm is a shell script.
const npm = { shell: process.platform === 'win32' }
const tarball = `research-platform-client-${clientPackage.version}.tgz`

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

const readSnippets = async () => {
  const guides = ['FRONTEND.md', 'PASSKEYS.md', 'API.md'].map((name) => join(root, 'docs', name))
  const pages = await Promise.all([join(client, 'README.md'), ...guides].map((file) => readFile(file, 'utf8')))
  return [...pages.join('\n').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

describe('The client package', () => {
  let place = ''
  /** An empty project, outside of the repository, with the package installed from its file. */
  let project = ''
  const installed = () => join(project, 'node_modules/@research-platform/client')
  before(async () => {
    place = await realpath(await mkdtemp(join(tmpdir(), 'research-platform-client-')))
    project = join(place, 'project')
    await mkdir(project)
    await run(process.execPath, [join(root, 'scripts/client.ts'), place])
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(strict))
    const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
    await run('npm', ['install', ...options, `../${tarball}`], { cwd: project, ...npm })
  })
  after(() => rm(place, { recursive: true, force: true }))

  it('has the version of the API', () => {
    assert.deepEqual([clientPackage.version, openapi.info.version], [rootPackage.version, rootPackage.version])
  })

  it('contains exactly the needed files', async () => {
    const packed = await listFiles(installed())

    const sources = ['index', 'contract', 'node', 'client', 'uploads', 'exam-room/element']
    for (const file of ['package.json', 'README.md', 'LICENSE', ...sources.flatMap(build)])
      assert.ok(packed.includes(file), `The package lacks ${file}.`)
    assert.deepEqual(
      packed.filter(
        (file) => !/^(package\.json|README\.md|LICENSE|dist\/(exam-room\/)?[a-z-]+\.(js|d\.ts))$/.test(file),
      ),
      [],
    )
  })

  it('has types for the snippets of the documentation, the examples of its comments and both answers of a login', async () => {
    const snippets = await readSnippets()
    const examples = await readExamples(installed())
    assert.ok(snippets.length >= 8)
    assert.ok(examples.length > Object.values(openapi.paths).flatMap(Object.keys).length)
    for (const [number, code] of snippets.entries()) await writeFile(join(project, `snippet-${number}.ts`), code)
    await writeFile(join(project, 'examples.ts'), `${examplesHead}${examples.join('')}`)
    await writeFile(join(project, 'login.ts'), login)

    await runTsc('-p', project)
  })

  it('signs in to a running service, with a password alone and with a second factor', async () => {
    const app = await testApp()
    const ada = await app.given.user({ name: 'Ada' })
    const grace = await app.given.user({ name: 'Grace' })
    await enableTwoFactor(app, grace)
    await writeFile(join(project, 'use.mjs'), use)
    const useAs = async (email: string) =>
      (await run(process.execPath, [join(project, 'use.mjs'), app.address, email, password])).stdout

    assert.equal(await useAs(ada.email), 'Ada function\n')
    assert.equal(await useAs(grace.email), 'totp,recovery_code undefined\n')
  })
})

/** Both ways to tell the answers of a login apart; without one, there is no token. */
const login = `
import { createClient } from '@research-platform/client'
const { data } = await createClient({ baseUrl: '' }).login({ body: { email: '', password: '' } })
// @ts-expect-error An answer that is not told apart has no token.
export const unknown: string = data.token
// @ts-expect-error An answer that is not told apart has no challenge.
export const neither: string = data.challenge
if (data.two_factor_required) {
  const { challenge, methods } = data
  const known: [string, ('totp' | 'recovery_code' | 'passkey')[]] = [challenge, methods]
  // @ts-expect-error A challenge is no token.
  console.log(known, data.token)
} else {
  const known: [string, string, false] = [data.token, data.user.name, data.two_factor_required]
  // @ts-expect-error A token is no challenge.
  console.log(known, data.challenge)
}
export const token: string | null = 'token' in data ? data.token : null
`

const use = `
import { createClient } from '@research-platform/client'
import { operations } from '@research-platform/client/contract'
import { openFile } from '@research-platform/client/node'
const [, , baseUrl, email, password] = process.argv
const { data } = await createClient({ baseUrl }).login({ body: { email, password } })
if (data.two_factor_required) console.log(data.methods.join(), typeof data.token)
else {
  const { data: me } = await createClient({ baseUrl, token: data.token }).showMe()
  console.log(me.name, operations.showMe.path === '/auth/me' && typeof openFile)
}
`

const examplesHead = `
import { buildUrl, createClient, followChanges, followNotifications, isProblem, iterateItems, iteratePages, keepAnswers, uploadInChunks, verifyWebhook } from '@research-platform/client'
import { ExamRoomElement } from '@research-platform/client/exam-room'
import { openFile } from '@research-platform/client/node'
declare const file: File
export const api = createClient({ baseUrl: '' })
export { buildUrl, createClient, ExamRoomElement, followChanges, followNotifications, isProblem, iterateItems, iteratePages, keepAnswers, openFile, uploadInChunks, verifyWebhook }
`

/** Returns the examples of the comments that an editor shows, each as a function. */
async function readExamples(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, 'dist'), { recursive: true })
  const declarations = files.filter((file) => file.endsWith('.d.ts')).map((file) => join(folder, 'dist', file))
  const texts = await Promise.all(declarations.map((file) => readFile(file, 'utf8')))
  return texts
    .flatMap((text) => [...text.matchAll(/@example\n(.*?)\n *\*\/$/gms)])
    .map(([, lines = '']) => lines.replaceAll(/^ *\* ?/gm, '').replaceAll('*\\/', '*/'))
    .map((code, number) => `export const example${number} = async () => {\n${code}\n}\n`)
}

const build = (name: string) => [`dist/${name}.js`, `dist/${name}.d.ts`]

/** Lists the files of a folder that came from the package. */
const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
