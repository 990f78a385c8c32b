/** Exams in Safe Exam Browser, whose header is made here as its documentation says. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Person, password, testApp } from '#test/support/app.ts'
import { createExam, getRightAnswers } from '#test/support/exams.ts'
import { createVisitor } from '#test/support/visitor.ts'

const [key, newKey] = ['a'.repeat(64), 'b'.repeat(64)] as const
const header = 'X-SafeExamBrowser-ConfigKeyHash'
/** `PUBLIC_URL` of tests. */
const publicUrl = 'http://api.test'
const otherBrowser = 'This exam is taken in Safe Exam Browser, with the configuration of its author.'

const hash = (url: string, configKey: string) =>
  createHash('sha256')
    .update(url + configKey)
    .digest('hex')

async function createBoundExam(settings: Record<string, string> = {}, keys: string[] = [key, newKey]) {
  const app = await testApp(settings)
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { safe_exam_browser: { config_keys: keys } })
  const ada = await app.given.user()
  /** The header for a request to the path. */
  const prove = (path: string, configKey: string = key) => ({ [header]: hash(`${publicUrl}${path}`, configKey) })
  return { ...app, author, exam, ada, prove }
}

describe('safe_exam_browser of an exam', () => {
  it('needs the header for start, read, save and submit, with either key', async () => {
    const { exam, ada, prove } = await createBoundExam()
    const start = `/exams/${exam.id}/start`

    const bare = await ada.post(start)
    const begun = await ada.post(start, undefined, prove(start))

    assert.deepEqual([bare.status, bare.message], [403, otherBrowser])
    assert.equal(begun.status, 201, begun.text)
    assert.equal((await ada.get('/exam-attempts')).meta.total, 1)
    const path = `/exam-attempts/${begun.data.id}`
    const answers = getRightAnswers(begun.data.questions)
    const steps = [
      { method: 'get', path },
      { method: 'put', path: `${path}/answers`, body: { answers: {} } },
      { method: 'post', path: `${path}/submit`, body: { answers } },
    ] as const
    for (const step of steps) {
      const send = (headers: Record<string, string> = {}) =>
        step.method === 'get' ? ada.get(step.path, headers) : ada[step.method](step.path, step.body, headers)
      const foreign = [{}, prove(step.path, 'c'.repeat(64)), prove(`${step.path}?a=1`), prove(start), { [header]: key }]
      for (const headers of foreign) assert.deepEqual([(await send(headers)).status, step.path], [403, step.path])
      assert.equal((await send(prove(step.path, newKey))).status, 200)
    }
  })

  it('shows its keys to those who manage the exam alone, and none to the audit log', async () => {
    const { author, exam, ada, given } = await createBoundExam()
    const admin = await given.admin()
    const read = async (person: Person) => (await person.get(`/exams/${exam.id}`)).data.safe_exam_browser

    await author.put(`/exams/${exam.id}`, { safe_exam_browser: { config_keys: [newKey] } })

    assert.deepEqual(await read(author), { config_keys: [newKey] })
    assert.deepEqual(await read(admin), { config_keys: [newKey] })
    assert.deepEqual(await read(ada), { config_keys: [] })
    assert.doesNotMatch((await ada.get('/exams')).text, /safe_exam_browser/)
    const log = await admin.get('/admin/audit?limit=100')
    assert.equal(log.status, 200)
    assert.doesNotMatch(log.text, new RegExp(`${key}|${newKey}`))
    await author.put(`/exams/${exam.id}`, { safe_exam_browser: null })
    assert.equal(await read(ada), null)
    assert.equal((await ada.post(`/exams/${exam.id}/start`)).status, 201)
  })

  it('lets the author try the exam without it', async () => {
    const { author, exam } = await createBoundExam()

    assert.equal((await author.post(`/exams/${exam.id}/start`)).status, 201)
  })

  const wrongKey = 'A config key has 64 hexadecimal digits, in lower case.'
  for (const [what, config_keys, sentence] of [
    ['no key', [], 'The config keys must have at least 1 item.'],
    ['a short one', ['abc'], wrongKey],
    ['capital letters', ['A'.repeat(64)], wrongKey],
    ['the same one twice', [key, key], 'The config keys may not hold the same item twice.'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { author, exam } = await createBoundExam()

      const reply = await author.put(`/exams/${exam.id}`, { safe_exam_browser: { config_keys } })

      assert.equal(reply.status, 422, reply.text)
      assert.match(Object.keys(reply.errors).join(), /^safe_exam_browser\.config_keys(\.0)?$/)
      assert.deepEqual(Object.values(reply.errors).flat(), [sentence])
      assert.deepEqual((await author.get(`/exams/${exam.id}`)).data.safe_exam_browser, { config_keys: [key, newKey] })
    })

  it('is proved to the pages of this service by their own addresses', async () => {
    const { exam, ada, prove, ...app } = await createBoundExam({ FRONTEND_URL: '' })
    const { address } = app
    const browser = createVisitor({ ...app, address })
    await browser.send('/app/sign-in', { email: ada.email, password })
    const path = `/app/exams/${exam.id}`

    const refused = await browser.send(path)
    const wrong = await browser.send(path, {}, prove(`/exams/${exam.id}/start`))
    await browser.send(path, {}, prove(path))

    assert.deepEqual([refused.status, wrong.status], [403, 403])
    const [attempt] = (await ada.get('/exam-attempts')).data
    const room = `/app/api/exam-attempts/${attempt.id}`
    const ask = (headers: Record<string, string>) =>
      fetch(`${address}${room}`, {
        headers: { cookie: `session=${ada.token}`, 'x-requested-with': 'exam-room', ...headers },
      })
    assert.equal((await ask({})).status, 403)
    assert.equal((await ask(prove(`/exam-attempts/${attempt.id}`))).status, 403)
    assert.equal((await ask(prove(room))).status, 200)
  })
})
