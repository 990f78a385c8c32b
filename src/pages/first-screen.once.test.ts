/** What a developer sees first: the lines of the start, the page for developers and the README name the same pages. */

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { serveInProcess } from '#test/support/command.ts'
import { copyTemplate } from '#test/support/database.ts'

const firstPages = ['/app', '/console', '/docs', '/sandbox']

describe('the first screen', async () => {
  const app = await testApp({ FRONTEND_URL: '' })
  const other = await testApp({ FRONTEND_URL: 'https://frontend.example' })
  const listLinks = async ({ anonymous }: typeof app) =>
    [
      ...(await anonymous.get('/developers', { accept: 'text/html' })).text.matchAll(/<a href="(\/[^"]+)"><strong>/g),
    ].map(([, path = '']) => path)

  it('leads to the site, the console, the API reference and the sandbox, before the rest', async () => {
    const links = await listLinks(app)

    assert.deepEqual(links.slice(0, 4), firstPages)
    for (const path of links) {
      const { status } = await fetch(`${app.address}${path}`)
      assert.equal(status, 200, path)
    }
  })

  it('names no site where a frontend has its place', async () => {
    assert.deepEqual((await listLinks(other)).slice(0, 3), firstPages.slice(1))
  })

  const folder = await mkdtemp(join(tmpdir(), 'research-platform-first-'))
  await copyTemplate(folder)
  const program = await serveInProcess({ DATA_DIR: folder })
  after(async () => {
    program.kill('SIGTERM')
    await program.ended
    await rm(folder, { recursive: true, force: true })
  })

  it('says on which page the first administrator changes the password', async () => {
    const [, email = ''] = /administrator is (\S+)/.exec(program.welcome) ?? []
    const [, password = '', page = ''] = /password {2}(\S+) {2}\(change it at (\S+)\)/.exec(program.welcome) ?? []
    const body = new URLSearchParams({ email, password })
    const own = { origin: program.address }
    const init = { method: 'POST', body, headers: own, redirect: 'manual' } as const
    const { headers } = await fetch(`${program.address}/app/sign-in`, init)
    const cookie = headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')

    const settings = await fetch(page, { headers: { cookie } })

    assert.equal(page, `${program.address}/app/settings`)
    assert.match(await settings.text(), /name="current_password"/)
  })

  it('is printed with the same addresses when the service starts', () => {
    const named = [...program.welcome.matchAll(/: +(http:\S+)/g)].map(([, address = '']) => address)

    assert.deepEqual(
      named,
      firstPages.map((path) => `${program.address}${path}`),
    )
  })

  it('is described by the README', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const [, start = ''] = readme.split('\n## Start\n')

    assert.deepEqual(
      [...start.matchAll(/^- `(\/\w+)`/gm)].map(([, path]) => path),
      firstPages,
    )
  })
})
