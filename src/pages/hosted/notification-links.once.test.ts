/** Every address that a feature gives to a notification or a mail has a page. It is read from the code of the features. */

import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { findPagePath } from './navigation.ts'

interface Address {
  file: string
  path: string
}

/** Values that stand for the expressions in an address; an id for all others. */
const values: Readonly<Record<string, readonly string[]>> = { kind: ['exam', 'course'] }

/** Returns the addresses that a template stands for. */
function listAddresses(template: string): string[] {
  const [expression, name = ''] = /\$\{([^}]*)\}/.exec(template) ?? []
  if (expression === undefined) return [template]
  return (values[name] ?? ['1']).flatMap((value) => listAddresses(template.replace(expression, value)))
}

async function readAddresses(pattern: RegExp): Promise<Address[]> {
  const found: Address[] = []
  for await (const file of glob('src/features/**/*.ts', { exclude: ['**/*.test.ts'] }))
    for (const [, template = ''] of (await readFile(file, 'utf8')).matchAll(pattern))
      found.push(...listAddresses(template).map((path) => ({ file, path })))
  return found
}

describe('the addresses of notifications and mails', () => {
  const isPage = async (address: string, path: string) => {
    const { status } = await fetch(`${address}${path}`, { redirect: 'manual', headers: { accept: 'text/html' } })
    // A visitor who is not signed in sees the page, is told that the link is not valid, or is led to the sign-in.
    return status === 200 || status === 303 || status === 422
  }

  it('lead from each notification to a page', async () => {
    const { address } = await testApp({ FRONTEND_URL: '' })
    const named = await readAddresses(/data: \{\s*url: [`'](\/[^`']*)[`']/g)
    const billing = ['/subscriptions/current', '/subscriptions/current?company_id=1']
    const all = [...named, ...billing.map((path) => ({ file: 'subscriptions', path }))]

    assert.ok(named.length > 25, `${named.length}`)
    for (const { file, path } of all) {
      const page = findPagePath(path)
      assert.ok(page !== null && (await isPage(address, page)), `${file}: ${path}`)
    }
  })

  it('state every notification of the code, or name the function that chooses its address', async () => {
    const chosen: string[] = []
    for (const { file, path } of await readAddresses(/data: \{\s*url: (\w[^,}]*)/g)) chosen.push(`${file} ${path}`)

    for (const one of chosen) assert.match(one, /getSubscriptionPath|isRefused \? '\/talent-pool'/)
    assert.notEqual(findPagePath('/talent-pool'), null)
  })

  it('lead from each mail to a page', async () => {
    const { address } = await testApp({ FRONTEND_URL: '' })
    const all = await readAddresses(/\$\{(?:\w+\.)*(?:config\.)?frontendUrl\}(\/[^`]*)`/g)

    assert.ok(all.length > 10, `${all.length}`)
    for (const { file, path } of all) assert.ok(await isPage(address, `/app${path}`), `${file}: ${path}`)
  })
})

describe('HOSTED_PAGES=false', () => {
  it('leaves no page under /app and no API for its scripts, and the start page does not name them', async () => {
    const { address } = await testApp({ FRONTEND_URL: '', HOSTED_PAGES: 'false' })
    const open = (path: string) =>
      fetch(`${address}${path}`, { headers: { accept: 'text/html', 'x-requested-with': '1' } })

    for (const path of ['/app', '/app/sign-in', '/app/jobs', '/app/settings', '/app/api/exam-attempts/1'])
      assert.equal((await open(path)).status, 404, path)
    assert.doesNotMatch(await (await open('/')).text(), /href="\/app/)
  })
})
