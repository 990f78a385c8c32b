import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from 'otpauth'
import { buildOtpauthUrl, createTotpSecret, findTotpStep } from './one-time-passwords.ts'

/** RFC 6238, appendix B, with SHA-1; the last six of its eight digits. */
const vectors = [
  ['1970-01-01T00:00:59.000Z', '287082'],
  ['2005-03-18T01:58:29.000Z', '081804'],
  ['2005-03-18T01:58:31.000Z', '050471'],
  ['2009-02-13T23:31:30.000Z', '005924'],
  ['2033-05-18T03:33:20.000Z', '279037'],
  ['2603-10-11T11:33:20.000Z', '353130'],
] as const
const secret = Secret.fromLatin1('12345678901234567890').base32

describe('a time-based one-time password', () => {
  for (const [time, code] of vectors)
    it(`is ${code} at ${time}`, () => {
      assert.equal(findTotpStep(secret, code, time), Math.floor(Date.parse(time) / 30_000))
    })

  it('is accepted one step early and late, under its own step', () => {
    const [[time, code]] = vectors
    const at = (seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString()

    assert.deepEqual(
      [-31, -30, 0, 30, 31].map((seconds) => findTotpStep(secret, code, at(seconds))),
      [1, 1, 1, 1, null],
    )
    assert.equal(findTotpStep(secret, code, at(-59)), 1)
    assert.equal(findTotpStep(secret, '000000', time), null)
  })
})

describe('the address for authenticator apps', () => {
  it('names the issuer and the account, without colons of their own', () => {
    const url = new URL(buildOtpauthUrl(createTotpSecret(), { issuer: 'Lab: Kenya', account: 'ada@example.org' }))

    assert.equal(decodeURIComponent(url.pathname), '/Lab  Kenya:ada@example.org')
    assert.equal(url.searchParams.get('issuer'), 'Lab  Kenya')
    assert.equal(url.searchParams.get('secret')?.length, 32)
  })
})
