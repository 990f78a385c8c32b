/** Texts whose normalization would take long: combining marks in a row, and texts far beyond their limit. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { measureProcessor } from '#test/support/processor-time.ts'

const app = await testApp()
const { given, anonymous } = app

const createMarks = (count: number) => '\u0301\u0323'.repeat(count / 2)

describe('a text with many combining marks', () => {
  it('is refused on its field with more than 30 in a row', async () => {
    const ada = await given.user()
    const sentence = 'The name contains more than 30 combining marks in a row.'

    const refused = await ada.put(`/users/${ada.id}`, { name: `A${createMarks(32)}` })
    const stored = await ada.put(`/users/${ada.id}`, { name: `A${createMarks(30)}` })

    assert.equal(refused.status, 422)
    assert.deepEqual(refused.errors, { name: [sentence] })
    assert.equal(stored.status, 200)
    assert.equal(stored.data.name, `A${createMarks(30)}`.normalize('NFC'))
  })

  it('is cut in a search', async () => {
    const ada = await given.user()

    assert.equal((await ada.get(`/job-posts?search=${encodeURIComponent(`a${createMarks(200)}`)}`)).status, 200)
  })

  for (const field of ['email', 'password'])
    it(`costs no more than its length as the ${field} of a sign-in`, async () => {
      const body = { email: 'a@example.org', password: 'x', [field]: `a${createMarks(29_000)}` }
      await anonymous.post('/auth/login', body)

      const login = async () => assert.equal((await anonymous.post('/auth/login', body)).status, 422)
      const ms = await measureProcessor(login, { limitMs: 50 })

      assert.ok(ms <= 50, `${ms} ms`)
    })
})

describe('a text far beyond its limit', () => {
  it('is too long in whatever form it is written', async () => {
    const ada = await given.user()

    for (const name of ['x'.repeat(50_000), 'e\u0301'.repeat(10_000), '한'.normalize('NFD').repeat(6_000)])
      assert.deepEqual(Object.keys((await ada.put(`/users/${ada.id}`, { name })).errors), ['name'])
  })

  it('of white space counts as what is left without it', async () => {
    const ada = await given.user()

    const reply = await ada.put(`/users/${ada.id}`, { name: `${' '.repeat(2_000)}Ada` })

    assert.equal(reply.data.name, 'Ada')
  })
})

describe('a request with many faults', () => {
  it('names 100 of them, in a time that grows no faster than the request', async () => {
    const ada = await given.user()
    const answers = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [index + 1, '\0']))

    const reply = await ada.put('/exam-attempts/1/answers', { answers })
    const ms = await measureProcessor(() => ada.put('/exam-attempts/1/answers', { answers }), { limitMs: 100 })

    assert.equal(reply.status, 422)
    assert.equal(Object.keys(reply.errors).length, 100)
    assert.ok(ms <= 100, `${ms} ms`)
  })
})
