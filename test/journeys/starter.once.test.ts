/** The starter frontend of `examples/starter`, as docs/FRONTEND.md starts it: with the packed client, against the demonstration. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { cp, glob, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { extract } from 'tar-fs'
import { build, createServer, type ViteDevServer } from 'vite'
import rootPackage from '../../package.json' with { type: 'json' }
import { type Serving, serve } from '../resilience/program.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { pdf } from '../support/samples.ts'

const run = promisify(execFile)
const source = dirname(dirname(fileURLToPath(import.meta.resolve('../../examples/starter/src/main.tsx'))))
const root = dirname(dirname(source))
const starterPackage = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Copies the starter beside a packed client, and links the packages that an installation would bring. */
async function installStarter(place: string): Promise<string> {
  const starter = join(place, 'examples/starter')
  await cp(source, starter, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) })
  await mkdir(join(place, 'clients'))
  await run(process.execPath, [join(root, 'scripts/client.ts'), join(place, 'clients')])
  const modules = join(starter, 'node_modules')
  for (const name of [...Object.keys(starterPackage.dependencies), ...Object.keys(starterPackage.devDependencies)]) {
    const folder = join(modules, name)
    await mkdir(dirname(folder), { recursive: true })
    if (name !== '@research-platform/client') await symlink(join(root, 'node_modules', name), folder, 'junction')
  }
  const file = join(starter, starterPackage.dependencies['@research-platform/client']?.replace(/^file:/, '') ?? '')
  const unpacking = extract(join(modules, '@research-platform/client'), { strip: 1 })
  createReadStream(file).pipe(createGunzip()).pipe(unpacking)
  await once(unpacking, 'finish')
  return starter
}

describe('docs/FRONTEND.md', () => {
  it('shows parts of the files of the starter, and the commands that start it', async () => {
    const page = await readFile(join(root, 'docs/FRONTEND.md'), 'utf8')
    const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language, 2: code = '' }) => ({
      language,
      code,
      file: [...page.slice(0, index).matchAll(/`(src\/[\w./-]+)`/g)].at(-1)?.[1] ?? '',
    }))
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
    const shown = blocks.filter(({ language }) => language !== 'sh')

    assert.deepEqual(commands, [
      'npm ci && npm run demo\n',
      'npm run client\ncd examples/starter\nnpm install\nnpm run dev\n',
    ])
    assert.ok(shown.length >= 10)
    for (const { file, code } of shown) {
      const text = await readFile(join(source, file), 'utf8')
      assert.ok(text.includes(code), `${file} has not these lines:\n${code}`)
    }
  })

  it('is about a starter of at most 600 lines, with the versions that are tested here', async () => {
    const files = await Array.fromAsync(glob('**/*.*', { cwd: source, exclude: ['node_modules/**', 'dist/**'] }))
    const texts = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')))
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
    const { '@research-platform/client': client, ...dependencies } = starterPackage.dependencies
    const versions = Object.entries({ ...dependencies, ...starterPackage.devDependencies })

    assert.ok(lines > 300 && lines <= 600, String(lines))
    assert.equal(client, `file:../../clients/research-platform-client-${rootPackage.version}.tgz`)
    assert.deepEqual(
      versions,
      versions.map(([name]) => [name, Object.entries(rootPackage.devDependencies).find(([own]) => own === name)?.[1]]),
    )
  })
})

describe('the starter frontend', { skip: noBrowser }, () => {
  let place = ''
  let starter = ''
  let program: Serving
  let server: ViteDevServer
  let browser: Browser
  let page: Page
  const failures: string[] = []
  before(async () => {
    place = await realpath(await mkdtemp(join(tmpdir(), 'research-platform-starter-')))
    const demo = { args: ['demo'], ready: /Sign in with.*admin[^\n]*\n/s }
    ;[starter, program] = await Promise.all([installStarter(place), serve({ DATA_DIR: join(place, 'data') }, demo)])
    await writeFile(join(starter, '.env.local'), `VITE_API_URL=${program.address}\n`)
    server = await createServer({ root: starter, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } })
    await server.listen()
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('pageerror', ({ message }) => failures.push(message))
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !text.startsWith('Failed to load resource')) failures.push(text)
    })
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!response.ok() && response.status() !== 304)
        failures.push(`${response.status()} ${response.request().method()} ${pathname.replaceAll(/\d+/g, '1')}`)
    })
    await page.goto(server.resolvedUrls?.local[0] ?? '')
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    program?.kill('SIGKILL')
    await program?.ended
    await rm(place, { recursive: true, force: true })
  })

  const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  }

  it('has right types, and is built for a web server', async () => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [compiler, '-p', starter]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    )

    await build({ root: starter, logLevel: 'error' })

    const built = (await readdir(join(starter, 'dist/assets'))).map((name) => name.replace(/.*\./, ''))
    assert.deepEqual(built.sort(), ['css', 'js'])
  })

  it('signs a person up, and shows what is wrong beside the field', async () => {
    const section = page.locator('section').filter({ hasText: 'Sign up' })
    const [name, email, password] = ['Name', 'E-mail', 'Password'].map((label) => section.getByLabel(label))
    await name?.fill('Nia Kamau')
    await email?.fill('mei@demo.example')
    await password?.fill('analytical engine')
    await click('Sign up')
    await section.getByText('The email has already been taken.').waitFor()
    assert.equal(await email?.getAttribute('aria-invalid'), 'true')

    await email?.fill('nia@example.org')
    await click('Sign up')

    await page.getByText('Nia Kamau').waitFor()
    await page.getByText(/^\d+ open posts$/).waitFor()
    assert.deepEqual(failures.splice(0), ['422 POST /auth/signup'])
  })

  it('finds a job, and sends an application with a resume', async () => {
    await page.getByRole('searchbox').fill('seed trials')
    await click('Data steward for seed trials')
    await fill({ Phone: '+254 700 000 000' })
    await page.getByLabel(/^Resume/).setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.getByRole('checkbox').check()

    await click('Send my application')

    await page.getByText('Your application is on its way.').waitFor()
    assert.deepEqual(failures, [])
  })

  it('pays a plan, which a notification tells at once', async () => {
    await page.getByText('open', { exact: true }).waitFor()
    await click('Plans')
    await click('Choose Professional')
    await fill({ 'Card number': '4242424242424242', Month: '12', Year: '2040', 'Security code': '123' })

    await click('Pay $29.00')

    await page.getByText('You have paid $29.00.').waitFor()
    await page.getByText('This is your plan.').waitFor()
    await page.getByRole('complementary').getByText('Payment received').waitFor()
    assert.deepEqual(failures, [])
  })

  it('takes an exam in the room', async () => {
    await click('Exams')
    await click('Take Interviewing with care')
    const room = page.locator('exam-room')
    await room.getByRole('timer').waitFor()
    // The questions come in another order to each candidate.
    for (const question of await room.getByRole('button', { name: /^Question \d:/ }).all()) {
      await question.click()
      const choice = room.getByRole('radio').or(room.getByRole('checkbox')).first()
      if (await choice.isVisible()) await choice.check()
      else await room.getByRole('textbox').fill('15')
    }
    await room.getByText('All answers are saved.').waitFor()

    await click('Submit…')
    const review = page.waitForResponse(/\/review$/)
    await click('Submit now')

    await page.getByRole('heading', { name: 'Result' }).waitFor()
    await review
    // The room asks whether this exam shows its answers; it does not.
    assert.deepEqual(failures.splice(0), ['403 GET /exam-attempts/1/review'])
  })

  it('uploads a file in pieces, with progress', async () => {
    await click('Files')
    const buffer = Buffer.concat([pdf, Buffer.alloc(9 * 1024 * 1024, ' ')])
    await page.getByLabel('Document').setInputFiles({ name: 'thesis.pdf', mimeType: 'application/pdf', buffer })

    await click('Upload')

    await page.getByText(`thesis.pdf is stored, ${buffer.length} bytes.`).waitFor()
    assert.equal(await page.getByRole('progressbar').getAttribute('value'), '1')
    // Nothing of this file had arrived before.
    assert.deepEqual(failures.splice(0), ['404 GET /upload/chunk/thesis_pdf-1-1'])
  })

  it('keeps the sign-in when the page is loaded anew, and ends it', async () => {
    await page.reload()
    await page.getByText('Nia Kamau').waitFor()

    await click('Sign out')
    await page.reload()

    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(failures, [])
  })
})
