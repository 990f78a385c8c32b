import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { readPublicText } from './public-web.ts'

const server = createServer((request, response) => {
  if (request.url === '/redirect') return void response.writeHead(302, { location: '/' }).end()
  if (request.url === '/large') return void response.end('x'.repeat(2_000_000))
  response.end('hello')
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
after(() => server.close())
const address = server.address()
assert.ok(typeof address === 'object' && address !== null)
const { port } = address

const readStrictly = (url: string) => readPublicText(url, { accept: 'application/json', allowPrivate: false })
const readFreely = (path: string) =>
  readPublicText(`https://localhost:${port}${path}`, { accept: 'application/json', allowPrivate: true })

describe('reading addresses of strangers', () => {
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    'localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
  ])
    it(`refuses ${host}`, async () => {
      await assert.rejects(readStrictly(`https://${host}:${port}/`), /is not allowed/)
    })

  it('refuses other protocols', async () => {
    for (const url of ['http://example.org/', 'file:///etc/passwd', 'data:,x', 'ftp://example.org/'])
      await assert.rejects(readStrictly(url), /does not begin with https/)
  })

  it('follows no redirect, and ends at a limit', async () => {
    assert.equal(await readFreely('/'), 'hello')
    await assert.rejects(readFreely('/redirect'), /The answer is 302/)
    await assert.rejects(readFreely('/large'), /too large/)
  })
})
