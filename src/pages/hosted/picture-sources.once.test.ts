import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listPictureSources } from './picture-sources.ts'

const keys = { bucket: 'files', region: 'eu-west-1', accessKeyId: 'a', secretAccessKey: 'b' }
const publicUrl = 'https://example.org/api'

describe('the sources of pictures in the exam room', () => {
  for (const [what, s3, expected] of [
    ['this service', null, "'self' https://example.org"],
    [
      'a bucket at Amazon',
      { ...keys, endpoint: null, publicUrl: null },
      "'self' https://example.org https://files.s3.eu-west-1.amazonaws.com",
    ],
    [
      'another store and its delivery',
      { ...keys, endpoint: 'http://store:9000/s3', publicUrl: 'https://cdn.example.org/files' },
      "'self' https://example.org http://store:9000 https://cdn.example.org",
    ],
  ] as const)
    it(`are ${what}`, () => assert.equal(listPictureSources({ publicUrl, s3 }), expected))
})
