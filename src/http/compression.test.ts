import assert from 'node:assert/strict'
import { get as request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testApp } from '#test/support/app.ts'

/** Requests the path and returns the response as transferred. */
async function fetchRaw(url: string, headers: Record<string, string>) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject)
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

describe('compression', () => {
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0.1, gzip;q=0.9', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ] as const)
    it(`responds to Accept-Encoding: ${accepted} with ${encoding}, and the same content`, async () => {
      const { address } = await testApp()
      const plain = await fetchRaw(`${address}/openapi.json`, {})

      const packed = await fetchRaw(`${address}/openapi.json`, { 'accept-encoding': accepted })

      assert.equal(packed.headers['content-encoding'], encoding)
      assert.match(String(packed.headers.vary), /Accept-Encoding/)
      assert.equal(Number(packed.headers['content-length']), packed.body.byteLength)
      assert.ok(packed.body.byteLength < plain.body.byteLength / 5)
      assert.ok(unpack(packed.body).equals(plain.body))
    })

  for (const accepted of [undefined, 'identity', 'zstd', 'br;q=0, gzip;q=0'])
    it(`does not change the response for Accept-Encoding: ${accepted}`, async () => {
      const { address } = await testApp()

      const { headers, body } = await fetchRaw(
        `${address}/openapi.json`,
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      )

      assert.equal(headers['content-encoding'], undefined)
      assert.equal(JSON.parse(body.toString()).openapi, '3.1.0')
    })

  it('excludes small responses, responses with tokens, and all responses when it is turned off', async () => {
    const { address, given } = await testApp()
    const off = await testApp({ COMPRESSION: 'false' })
    const ada = await given.user()
    await ada.put(`/users/${ada.id}`, { bio: 'x'.repeat(3_000) })
    const asked = { 'accept-encoding': 'br', authorization: `Bearer ${ada.token}` }

    const small = await fetchRaw(`${address}/health/live`, asked)
    const me = await fetchRaw(`${address}/auth/me`, asked)
    const user = await fetchRaw(`${address}/users/${ada.id}`, asked)
    const uncompressed = await fetchRaw(`${off.address}/openapi.json`, asked)

    assert.equal(small.headers['content-encoding'], undefined)
    assert.equal(me.headers['content-encoding'], undefined)
    assert.equal(user.headers['content-encoding'], 'br')
    assert.equal(uncompressed.headers['content-encoding'], undefined)
  })

  it('confirms that /openapi.json is unchanged to a client with either encoding', async () => {
    const { address } = await testApp()
    const packed = await fetchRaw(`${address}/openapi.json`, { 'accept-encoding': 'br' })
    const plain = await fetchRaw(`${address}/openapi.json`, {})

    for (const { headers } of [packed, plain]) {
      const again = await fetchRaw(`${address}/openapi.json`, { 'if-none-match': String(headers.etag) })

      assert.deepEqual([again.status, again.body.byteLength], [304, 0])
    }
  })
})
