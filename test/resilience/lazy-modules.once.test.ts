import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createConfig } from '../support/database.ts'
import { serve } from './program.ts'

const recorder = new URL('../support/module-recorder/main.ts', import.meta.url).href

/** What only some requests need, by a part of the address of its modules. */
const lazy = {
  'a document object model, for questions in HTML': '/node_modules/turndown/',
  'an XML parser': '/node_modules/saxes/',
  'an unzipper': '/node_modules/fflate/',
  'the readers of exam files': '/packages/exam-formats/read.ts',
  'QR codes': '/node_modules/qrcode/',
  'documents and their fonts': '/packages/documents/',
  pictures: '/node_modules/sharp/',
  mails: '/node_modules/nodemailer/',
  Stripe: '/node_modules/stripe/',
  S3: '/node_modules/@aws-sdk/',
  'sign-in by providers': '/node_modules/openid-client/',
  passkeys: '/node_modules/@simplewebauthn/',
  'the checks of new passwords': '/node_modules/@zxcvbn-ts/',
  'compilers of schemas that this service has itself': '/node_modules/@fastify/ajv-compiler/',
  'compilers of answers that this service has itself': '/node_modules/@fastify/fast-json-stringify-compiler/',
  'the description of the API': '/node_modules/@fastify/swagger/',
  'the reference of the API': '/node_modules/@scalar/',
  Markdown: '/node_modules/markdown-it/',
  'the driver of the other database': '/node_modules/pg/',
  'the imports of other systems': '/src/import/',
  'sentences of other languages': '/src/language/catalogues/',
  'the client of Node for fetch': 'node:internal/deps/undici/undici',
  'what validates requests': '/node_modules/ajv/',
  'the document of the API': '/src/http/description/document.ts',
  'lists as CSV': '/node_modules/csv-stringify/',
  'the tables of a new database': '/src/database/migrations/baseline/tables.ts',
  'gateways that no setting names': '/src/adapters/payments/stripe/',
  'rules of payment cards': '/node_modules/card-validator/',
  'one-time passwords': '/node_modules/otpauth/',
  'names of browsers': '/node_modules/bowser/',
  calendars: '/packages/calendars/',
  'formats of bibliographies': '/packages/bibliographies/index.ts',
  'the words of languages': '/node_modules/stopwords-iso/',
  'what indexes documents': '/packages/search-engine/document.ts',
  'what interprets queries': '/packages/search-engine/query.ts',
}

/** Each module costs a start about half a millisecond, and twice that without the compile cache. What only some requests need is imported where they need it. */
const maxModules = 2_400

/** A folder or package of each kind that a start loads, so that the list is known to be one of a start. */
const needed = ['/node_modules/fastify/', '/src/features/jobs/', 'node:sqlite']

describe('a start that answers its first requests', () => {
  it('has loaded no library that only some requests need', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'research-platform-modules-'))
    after(() => rm(folder, { recursive: true, force: true }))
    const { config, drop } = await createConfig()
    t.after(drop)
    const file = join(folder, 'modules.json')
    const recording = { NODE_OPTIONS: `--import=${recorder}`, RECORDED_MODULES: file }

    const program = await serve({ ...recording, DATA_DIR: config.dataDir, NODE_ENV: 'test' })
    const health = await program.anonymous.get('/health/live')
    const posts = await program.anonymous.get('/job-posts')
    program.kill('SIGTERM')
    await program.ended

    assert.deepEqual([health.status, posts.status], [200, 401])
    const loaded: string[] = JSON.parse(await readFile(file, 'utf8'))
    const listLoaded = (parts: readonly string[]) => parts.filter((part) => loaded.some((url) => url.includes(part)))
    assert.deepEqual(listLoaded(needed), needed)
    assert.deepEqual(listLoaded(Object.values(lazy)), [])
    const files = loaded.filter((url) => url.startsWith('file:'))
    assert.ok(files.length <= maxModules, `A start loads ${files.length} modules.`)
  })
})

/** What threads load to follow the journal and to search. */
const threadModules = [
  'changes/follower.ts',
  'saved-searches/follower.ts',
  'search-index/profile-follower.ts',
  'search-index/worker-functions.ts',
  ...['courses', 'jobs/posts', 'projects'].flatMap((list) => [
    `${list}/search-follower.ts`,
    `${list}/search-worker.ts`,
  ]),
]
/** What serves requests: each thread that loaded it took 20 MB more. */
const serving = /\/routes\.ts$|\/src\/http\/server\.ts$|\/node_modules\/(fastify|ajv|piscina|nodemailer)\//

describe('a thread', () => {
  for (const module of threadModules)
    it(`loads nothing that serves requests for ${module}`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'research-platform-modules-'))
      t.after(() => rm(folder, { recursive: true, force: true }))
      const file = join(folder, 'modules.json')
      const path = fileURLToPath(new URL(`../../src/features/${module}`, import.meta.url))

      const options = ['--disable-warning=ExperimentalWarning', `--import=${recorder}`, path]
      await promisify(execFile)(process.execPath, options, { env: { ...process.env, RECORDED_MODULES: file } })

      const loaded: string[] = JSON.parse(await readFile(file, 'utf8'))
      assert.ok(loaded.some((url) => url.endsWith(module)))
      assert.deepEqual(
        loaded.filter((url) => serving.test(url)),
        [],
      )
    })
})
