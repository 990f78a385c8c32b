import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { print } from './pdf-worker.ts'

const certificate = {
  kind: 'exam',
  name: 'Ada Lovelace',
  title: 'Statistics',
  issuer: 'Research Platform',
  score: 92,
  issued_at: '2026-11-21T09:00:00.000Z',
  revoked_at: null,
  verification_code: '7K3M-QX9V-04TN-HB2E',
  url: 'http://api.test/certificates/verify/7K3M-QX9V-04TN-HB2E',
} as const

const printed = async (more: object = {}) =>
  Buffer.from(await print({ ...certificate, ...more })).toString('latin1')

describe('the document of a certificate', () => {
  it('has the same bytes for the same certificate, and others for another', async () => {
    const first = await printed()
    await printed({ name: 'محمد بن موسى', title: 'Nguyễn Thị Minh Khai' })

    assert.equal(await printed(), first)
    assert.ok(first.includes(`/URI (${certificate.url})`), 'leads to the page')
    assert.notEqual(await printed({ name: 'Ada Lovelacf' }), first)
    assert.notEqual(await printed({ revoked_at: '2026-12-01T00:00:00.000Z' }), first)
  })

  for (const name of [
    'Ελένη Святослав Zoë',
    'محمد بن موسى الخوارزمي',
    '山田太郎 🎓',
    'W'.repeat(200),
    ')\\(<script>\u202e\u0007',
    '',
  ])
    it(`prints ${JSON.stringify(name.slice(0, 20))} on one page, in fonts of its own, as text`, async () => {
      const document = await printed({ kind: 'course', name, title: name, score: null })

      const embedded = document.match(/\/FontFile2/g)?.length ?? 0
      assert.equal(document.match(/\/Type \/Page\n/g)?.length, 1)
      assert.match(document, /\/MediaBox \[0 0 841\.89 595\.28\]/)
      assert.ok(embedded >= 3)
      assert.equal(document.match(/\/ToUnicode/g)?.length, embedded)
    })
})
