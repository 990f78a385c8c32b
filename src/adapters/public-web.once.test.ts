import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { isInPrivateNetwork, publicResolver, readPublicText } from './public-web.ts'

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
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[fec0::1]',
    'localhost.',
    'a.localhost.',
  ])
    it(`refuses ${host}`, async () => {
      await assert.rejects(readStrictly(`https://${host}:${port}/`), /is not (allowed|known)/)
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

/** A name server that answers each question for an IPv4 address with the next of the addresses, then with the last. */
async function startNameServer(...addresses: string[]) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address: from, port: source }) => {
    const isForIpv4 = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
    const next = addresses.length > 1 ? addresses.shift() : addresses[0]
    const reply = Buffer.from(query)
    reply.writeUInt16BE(0x8180, 2)
    reply.writeUInt16BE(isForIpv4 ? 1 : 0, 6)
    const end = query.indexOf(0, 12) + 5
    reply.writeUInt16BE(0, 10)
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...(next ?? '').split('.').map(Number)])
    socket.send(Buffer.concat([reply.subarray(0, end), ...(isForIpv4 ? [answer] : [])]), source, from)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  publicResolver.setServers([`127.0.0.1:${socket.address().port}`])
  after(() => socket.close())
}

describe('a name that changes its address after it was checked', () => {
  it('is refused when it is connected to', async () => {
    const known = publicResolver.getServers()
    await startNameServer('93.184.215.14', '127.0.0.1')
    const isPrivate = await isInPrivateNetwork(new URL('https://rebinding.example.org'))
    await assert.rejects(readStrictly(`https://rebinding.example.org:${port}/`), /is not allowed/)
    assert.deepEqual([isPrivate, await isInPrivateNetwork(new URL('https://rebinding.example.org'))], [false, true])
    publicResolver.setServers(known)
  })
})
