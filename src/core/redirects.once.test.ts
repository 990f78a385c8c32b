/** Tests that a sign-in redirects only to allowed addresses. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAllowedRedirectUri, isRedirectUri } from './redirects.ts'

const listed = 'https://app.example.org/callback'

describe('isAllowedRedirect', () => {
  const onThisMachine = [
    'http://localhost:5173/callback',
    'http://localhost',
    'http://localhost/',
    'http://localhost:3000?from=x',
    'http://127.0.0.1:8080/a/b?c=d&e=%2F',
  ]
  for (const uri of onThisMachine) {
    it(`allows ${uri} in development`, () => assert.ok(allowed('development', uri)))
    it(`refuses ${uri} in production`, () => assert.ok(!allowed('production', uri)))
  }

  const foreign = [
    'http://localhost.evil.com/callback',
    'http://localhost:5173.evil.com/callback',
    'http://localhost:5173@evil.com/callback',
    'http://user@localhost:5173/callback',
    'http://user:secret@localhost/callback',
    'http://localhost@evil.com',
    'http://evil.com/http://localhost/',
    'http://localhost%2f@evil.com/',
    'http://localhost%2eevil.com/',
    'http://localhost\\@evil.com/',
    'http://localhost:5173\\.evil.com/',
    'http://localhost#@evil.com/',
    'http://localhost:5173/callback#fragment',
    'http://localhost:99999/callback',
    'http://localhost:/callback',
    'http://localhost:80:80/',
    'http://127.0.0.1.evil.com/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://[::1]:5173/callback',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost.:5173/',
    'http:localhost/callback',
    'http:///localhost/callback',
    '//localhost/callback',
    '/callback',
    'https://evil.com/callback',
    'javascript:alert(1)//http://localhost/',
    'data:text/html,http://localhost/',
    'http://localhost/ evil',
    'http://localhost/\nevil',
    'http://lоcalhost/',
    '',
  ]
  for (const uri of foreign) it(`refuses ${JSON.stringify(uri)}`, () => assert.ok(!allowed('development', uri)))

  it('allows exactly the listed addresses in every environment', () => {
    assert.ok(allowed('production', listed))
    assert.ok(allowed('development', listed))
    const variants = [`${listed}/`, `${listed}?a=b`, `${listed}#`, listed.toUpperCase(), `${listed}%2f`]
    const others = ['https://app.example.org:443/callback', 'https://app.example.org/x/../callback']
    for (const uri of [...variants, ...others]) assert.ok(!allowed('production', uri), uri)
  })
})

describe('isRedirectAddress', () => {
  for (const uri of [listed, 'http://localhost:1/', 'org.example.app:/callback', 'https://[2001:db8::1]/'])
    it(`accepts ${uri}`, () => assert.ok(isRedirectUri(uri)))

  for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'https://a@b.org/', 'https://b.org/#x', '*', 'b.org'])
    it(`refuses ${uri}`, () => assert.ok(!isRedirectUri(uri)))
})

const allowed = (environment: string, uri: string) =>
  isAllowedRedirectUri({ environment, oauthRedirectUris: [listed] }, uri)
