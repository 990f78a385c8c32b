import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isPublicAddress, isSameHost, isSameOrigin } from './host.ts'

const own = 'https://münchen.example.org'

it('A host is the same in upper case, in Punycode, with a final dot and with the default port', () => {
  for (const other of [
    'https://MÜNCHEN.Example.org./x',
    'https://xn--mnchen-3ya.example.org:443/',
    'https://ada@mu\u0308nchen.example%2eorg/',
    'https://münchen。example．org',
  ]) {
    assert.ok(isSameHost(own, other), other)
    assert.ok(isSameOrigin(own, other), other)
  }
  assert.ok(
    isSameHost('http://127.0.0.1', 'http://[::ffff:7f00:1]/') && isSameHost('http://0x7f.1', 'http://127.0.0.1.'),
  )
})

it('Other hosts, ports and protocols are not the same', () => {
  for (const other of ['https://munchen.example.org', `${own}:8443`, `${own}.evil.example`, 'nothing'])
    assert.ok(!isSameHost(own, other), other)
  assert.ok(isSameHost(own, own.replace('https', 'http')))
  assert.ok(!isSameOrigin(own, own.replace('https', 'http')))
})

it('Public addresses are those that networks of the internet have', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8']) assert.ok(isPublicAddress(address), address)
  for (const address of ['::808:808', '::127.0.0.1', '64:ff9b::8.8.8.8', '2001:db8::1', '10.0.0.1', 'localhost', ''])
    assert.ok(!isPublicAddress(address), address)
})
