import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createAuthor, createCertificate } from '#test/support/certificates.ts'
import { createCode, normalizeCode } from '../codes.ts'

const app = await testApp()
const author = await createAuthor(app)
const { given, anonymous } = app
const json = { accept: 'application/json' }
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const hostile = `</title><script>alert(1)</script>"'&amp;`

async function createTestCertificate(title = 'Statistics', name = 'Ada Lovelace') {
  const person = await given.user({ name })
  const { id, certificate_url } = await createCertificate(app, person, { title, author })
  return {
    id,
    person,
    path: certificate_url.replace('http://api.test', ''),
    code: certificate_url.slice(-19),
  }
}

describe('a verification code', () => {
  it('has 80 bits, in groups of four unambiguous letters and digits', () => {
    const codes = Array.from({ length: 500 }, createCode)

    for (const code of codes) assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    assert.equal(new Set(codes).size, 500)
    assert.equal(new Set(codes.join('').replaceAll('-', '')).size, 32)
  })

  for (const typed of [
    '7K3M-QX9V-04TN-HB1E',
    '7k3m-qx9v-04tn-hb1e',
    '7K3MQX9V04TNHB1E',
    ' 7K3M QX9V 04TN HB1E ',
    '7K3M–QX9V—O4TN-HBIE',
    '7k3mqx9vo4tnhble',
  ])
    it(`is recognised as ${typed}`, () => assert.equal(normalizeCode(typed), '7K3M-QX9V-04TN-HB1E'))
})

describe('GET /certificates/verify/{code}', () => {
  it('shows a page to a browser, and JSON to clients that accept it', async () => {
    const { path, code } = await createTestCertificate()

    const page = await anonymous.get(path, browser)
    const plain = await anonymous.get(path)
    const data = await anonymous.get(path, json)

    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(page.headers.get('vary'), 'Accept, Accept-Encoding, Accept-Language')
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('x-robots-tag'), 'noindex')
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
    for (const text of ['Ada Lovelace', 'Statistics', 'Research Platform', '21 November 2026', code])
      assert.ok(page.text.includes(text), text)
    assert.equal(plain.text, page.text)
    assert.deepEqual(data.data, {
      valid: true,
      status: 'valid',
      name: 'Ada Lovelace',
      title: 'Statistics',
      issuer: 'Research Platform',
      awarded_by: { id: author.id, name: 'Agnes Arber', verified: false },
      issued_date: '2026-11-21',
      verification_code: code,
    })
  })

  for (const [accept, type] of [
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html;q=0.5, application/json', 'application/json'],
    ['text/html, application/json;q=0.9', 'text/html'],
    ['*/*', 'text/html'],
    [';;,,q=', 'text/html'],
  ] as const)
    it(`responds to ${accept} with ${type}`, async () => {
      const { path } = await createTestCertificate()

      const { headers } = await anonymous.get(path, { accept })

      assert.equal(headers.get('content-type'), `${type}; charset=utf-8`)
    })

  it('accepts the code in any spelling, and ignores tokens', async () => {
    const { code } = await createTestCertificate()

    for (const typed of [code.toLowerCase(), code.replaceAll('-', ''), ` ${code} `]) {
      const path = `/certificates/verify/${encodeURIComponent(typed)}`
      assert.equal((await app.withToken('rps_nonsense').get(path, json)).data?.verification_code, code, typed)
    }
  })

  for (const code of ['AAAA-AAAA-AAAA-AAAA', 'x', "' or 1=1 --", hostile, 'U'.repeat(5_000), 'verify', '%'])
    it(`responds with 404 to ${code.slice(0, 40)}, as a page and as JSON`, async () => {
      const path = `/certificates/verify/${encodeURIComponent(code)}`

      const page = await anonymous.get(path, browser)
      const data = await anonymous.get(path, json)
      const badge = await anonymous.get(`${path}/badge.svg`)

      assert.deepEqual([page.status, data.status, badge.status], [404, 404, 404])
      assert.ok(page.text.includes('No certificate has this code'))
      assert.doesNotMatch(page.text, /<script/)
      assert.equal(data.message, 'Resource Not Found')
    })

  it('escapes the names of users and exams', async () => {
    const { path } = await createTestCertificate(hostile, hostile)

    const page = await anonymous.get(path, browser)
    const badge = await anonymous.get(`${path}/badge.svg`)

    for (const { text } of [page, badge]) assert.doesNotMatch(text, /<script|&amp;amp;amp;/)
    assert.ok(page.text.includes('&lt;script&gt;'))
    assert.ok(badge.text.includes('&lt;script&gt;'))
  })
})

describe('GET /certificates/verify', () => {
  it('redirects from a typed code to its certificate', async () => {
    const form = await anonymous.get('/certificates/verify')
    const led = await anonymous.get('/certificates/verify?code=ab%2F..%2Fcd')

    assert.ok(form.text.includes('name="code"'))
    assert.equal(led.status, 303)
    assert.equal(led.headers.get('location'), '/certificates/verify/ab%2F..%2Fcd')
  })
})

describe('GET /certificates/verify/{code}/badge.svg', () => {
  it('is a picture that may be cached for a while, and shows when the certificate is revoked', async () => {
    const { path, id } = await createTestCertificate('Statistics & \u0007Probability')

    const valid = await anonymous.get(`${path}/badge.svg`)
    await (await given.admin()).post(`/certificates/${id}/revoke`)
    const revoked = await anonymous.get(`${path}/badge.svg`)

    assert.equal(valid.headers.get('content-type'), 'image/svg+xml')
    assert.match(valid.headers.get('cache-control') ?? '', /^public, max-age=\d+$/)
    assert.ok(valid.text.includes('Statistics &amp;'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
    assert.doesNotMatch(valid.text, /[\x00-\x08]/)
    assert.ok(valid.text.includes('CERTIFIED') && revoked.text.includes('REVOKED'))
  })
})
