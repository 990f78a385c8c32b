import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { measureProcessor } from '#test/support/processor-time.ts'

const app = await testApp({ FRONTEND_URL: '' })
const { given } = app
const type = 'application/x-www-form-urlencoded'

const countFields = (count: number) => Array.from({ length: count }, (_, index) => `level_${index}=1`).join('&')

async function sendForm(path: string, body: string, token?: string) {
  const cookie = token === undefined ? {} : { cookie: `session=${token}` }
  const reply = await fetch(`${app.address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', ...cookie },
    body,
  })
  return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() }
}

describe('a form of a page', () => {
  it('is read with 1,000 fields and refused with one more', async () => {
    const path = '/app/exam-attempts/1/grades/1'

    const read = await sendForm(path, countFields(1_000))
    const refused = await sendForm(path, countFields(1_001))

    assert.equal(read.status, 303)
    assert.equal(refused.status, 413)
    assert.equal(JSON.parse(refused.text).message, 'The form has too many fields.')
  })

  it('is read in a time that grows no faster than the form', async () => {
    const path = '/app/exam-attempts/1/grades/1'
    await sendForm(path, countFields(1_000))

    const ms = await measureProcessor(() => sendForm(path, countFields(1_000)), { limitMs: 100 })

    assert.ok(ms <= 100, `${ms} ms`)
  })

  it('is refused beyond 64 kB unless its page takes more', async () => {
    const long = `email=${'a'.repeat(65_536)}`
    const { token } = await given.user()

    assert.equal((await sendForm('/app/sign-up', long)).status, 413)
    assert.equal((await sendForm('/app/saved-searches', long, token)).status, 413)
    assert.equal((await sendForm('/app/exams/1/roster', long, token)).status, 404)
    assert.equal((await sendForm('/app/exams/1/roster', long.repeat(5), token)).status, 413)
  })

  it('of more than 64 kB is not read for a visitor who is not signed in', async () => {
    const refused = await sendForm('/app/exams/1/roster', `emails=${'a'.repeat(65_536)}`)

    assert.equal(refused.status, 303)
    assert.equal(refused.location, '/app/sign-in?next=%2Fapp%2Fexams%2F1%2Froster')
  })

  it('may have fields with the names of prototypes', async () => {
    const reply = await sendForm('/app/sign-in', '__proto__=x&constructor=y&toString=z&email=a&email=b')

    assert.equal(reply.status, 422)
  })
})
