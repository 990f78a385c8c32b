/** No page of another site acts with the cookies of a person: on every route of the pages that changes something, also on one that is added later. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visitSite } from '../support/site.ts'
import { buildPath, walk } from './walk.ts'

const { app, routes } = await walk({}, { FRONTEND_URL: '' })

/** What takes a token only is no page: other sites do not have it. */
const changing = routes.filter(({ method, access, described }) => method !== 'GET' && access === 'public' && !described)
const forms = changing.filter(({ url }) => url.startsWith('/app'))
const scripts = changing.filter(({ url }) => url.startsWith('/console'))

const foreign = {
  'a subdomain whose pages hide where they are': { 'sec-fetch-site': 'same-site', origin: 'null' },
  'a subdomain': { 'sec-fetch-site': 'same-site', origin: app.address },
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'another site, in an old browser': { origin: 'https://evil.example' },
  'a page that hides where it is, in an old browser': { origin: 'null', referer: `${app.address}/app` },
  'another port, in an old browser': { origin: 'http://127.0.0.1:1' },
  'another site, in a browser that says no origin': { referer: 'https://evil.example/' },
}

const own = {
  'of a browser that says it': { 'sec-fetch-site': 'same-origin', origin: 'null' },
  'that the person sends again': { 'sec-fetch-site': 'none' },
  'of an old browser': { origin: app.address },
  'of a browser that says no origin': { referer: `${app.address}/app/settings` },
}

const ada = await app.given.user()
const { cookies } = await visitSite(app, ada)
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const send = (method: string, path: string, headers: Record<string, string>, body = 'act=none') =>
  fetch(`${app.address}${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
    redirect: 'manual',
  })

describe('a form', () => {
  it('is on many routes, all of them below /app', () => {
    const elsewhere = changing.filter((route) => !forms.includes(route) && !scripts.includes(route))

    assert.ok(forms.length > 30)
    // They take no cookies.
    assert.deepEqual(
      elsewhere.map(({ name }) => name).filter((name) => !/ \/(sandbox\/.+|mcp)$/.test(name)),
      [],
    )
  })

  for (const route of forms) {
    it(`to ${route.url} is refused when it was sent from another site`, async () => {
      for (const [what, headers] of [...Object.entries(foreign), ['nowhere', {}] as const]) {
        const response = await send(route.method, buildPath(route), headers)

        assert.equal(response.status, 403, what)
        assert.match(await response.text(), /This form was sent from another site/, what)
        assert.equal(response.headers.get('set-cookie'), null, what)
      }
    })
  }

  for (const route of forms.filter(({ url }) => url !== '/app/sign-out'))
    it(`to ${route.url} is read when it was sent from a page of the service`, async () => {
      for (const [what, headers] of Object.entries(own)) {
        const response = await send(route.method, buildPath(route), headers)

        assert.doesNotMatch(await response.text(), /This form was sent from another site/, what)
      }
    })

  it('leaves the session that another site wanted to end', async () => {
    await send('POST', '/app/sign-out', foreign['a subdomain whose pages hide where they are'])

    const settings = await fetch(`${app.address}/app/settings`, { headers: { cookie }, redirect: 'manual' })

    assert.equal(settings.status, 200)
    assert.equal(settings.headers.get('referrer-policy'), 'same-origin')
  })
})

const json = { 'content-type': 'application/json' }

describe('the console', () => {
  for (const { method, url } of scripts)
    it(`answers no ${method} ${url} of another site`, async () => {
      for (const [what, headers] of Object.entries(foreign))
        assert.equal((await send(method, url, { ...json, ...headers, 'x-console': '1' }, '{}')).status, 404, what)
      assert.equal((await send(method, url, { ...json, ...own['of a browser that says it'] }, '{}')).status, 404)
    })

  for (const path of ['/console/api/auth/logout', '/app/api/auth/passkeys/options'])
    it(`passes no request of another site on to ${path}`, async () => {
      const script = { ...json, 'x-console': '1', 'x-requested-with': 'page' }
      for (const [what, headers] of Object.entries(foreign))
        assert.equal((await send('POST', path, { ...script, ...headers }, '{}')).status, 404, what)
    })
})
