/** Mails that the acts of others cause: to whom, how many, and what is in them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, type Person, password, type TestApp } from '#test/support/app.ts'
import { runSequentially } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'

const isSummary = ({ subject }: { subject: string }) => /notifications? waits?/.test(subject)
const isStatus = ({ subject }: { subject: string }) => subject.startsWith('Your application for')

async function createHiring(app: TestApp, ada: Person, application: Parameters<typeof createApplication>[2] = {}) {
  const recruiter = await app.given.verifiedUser({ role: 'recruiter' })
  const { id: post } = await createJobPost(recruiter)
  const id = await createApplication(ada, post, application)
  const setStatus = async (status: string) =>
    assert.equal((await recruiter.put(`/job-applications/${id}/status`, { status })).status, 200)
  return { recruiter, post, id, setStatus }
}

describe('mails about an application', () => {
  it('do not go to an address that nobody has proven, neither of the account nor in the application', async () => {
    const app = await createApp()
    const victim = createUniqueEmail()
    const ada = await app.given.user()
    const { setStatus } = await createHiring(app, ada, { email: victim })

    await setStatus('shortlisted')
    app.clock.advance({ minutes: 2 })

    assert.deepEqual(await app.listMails(victim), [])
    assert.deepEqual((await app.listMails(ada.email)).filter(isStatus), [])
    assert.equal((await ada.get('/notifications')).data.length, 1)
  })

  it('go to the account when the application names another address', async () => {
    const app = await createApp()
    const ada = await app.given.verifiedUser()
    const other = createUniqueEmail()
    const { setStatus } = await createHiring(app, ada, { email: other })

    await setStatus('shortlisted')
    app.clock.advance({ minutes: 2 })

    assert.deepEqual(await app.listMails(other), [])
    assert.equal((await app.listMails(ada.email)).filter(isStatus).length, 1)
  })

  it('tell only the last of sixty changes of the status, after two quiet minutes', async () => {
    const app = await createApp()
    const ada = await app.given.verifiedUser()
    const { setStatus } = await createHiring(app, ada)

    for (let times = 0; times < 30; times++) {
      await setStatus('reviewing')
      await setStatus('shortlisted')
      app.clock.advance({ seconds: 1 })
    }
    app.clock.advance({ seconds: 118 })
    assert.equal((await app.listMails(ada.email)).filter(isStatus).length, 0)
    app.clock.advance({ seconds: 1 })

    const mails = (await app.listMails(ada.email)).filter(isStatus)
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.text ?? '', /has been shortlisted/)
    assert.equal((await ada.get('/notifications')).meta.total, 60)
  })

  it('are not sent for an application that was withdrawn within the two minutes', async () => {
    const app = await createApp()
    const ada = await app.given.verifiedUser()
    const { id, setStatus } = await createHiring(app, ada)

    await setStatus('rejected')
    await ada.delete(`/job-applications/${id}`)
    app.clock.advance({ hours: 1 })

    assert.deepEqual((await app.listMails(ada.email)).filter(isStatus), [])
  })
})

describe('mails that the acts of others cause', () => {
  it('are at most thirty a day for one person, and one more that says how many notifications wait', async () => {
    const app = await createApp({ MAILS_PER_RECIPIENT: '3' })
    const recruiter = await app.given.verifiedUser({ role: 'recruiter' })
    const { id: post } = await createJobPost(recruiter)
    const applyTimes = async (times: number) => {
      for (let count = 0; count < times; count++) await createApplication(await app.given.user(), post)
    }
    const before = (await app.listMails(recruiter.email)).length

    await applyTimes(8)
    assert.equal((await app.listMails(recruiter.email)).length, before + 3)
    app.clock.advance({ hours: 1 })
    const [summary, ...others] = await app.listMails(recruiter.email)
    await applyTimes(4)
    app.clock.advance({ hours: 2 })

    assert.equal(summary?.subject, '8 notifications wait at Research Platform')
    assert.match(summary?.text ?? '', /http:\/\/app\.test\/notifications/)
    assert.equal(others.length, before + 3)
    assert.equal((await app.listMails(recruiter.email)).filter(isSummary).length, 1)
    app.clock.advance({ days: 1 })
    await applyTimes(1)
    assert.equal((await app.listMails(recruiter.email)).length, before + 5)
    assert.equal((await recruiter.get('/notifications')).meta.total, 13)
  })

  it('are limited for one sender, whoever the recipients are', async () => {
    const app = await createApp({ MAILS_PER_SENDER: '2' })
    const owner = await app.given.user()
    const { id } = (await owner.post('/projects', { title: 'Maize' })).data
    const invited = [await app.given.verifiedUser(), await app.given.verifiedUser(), await app.given.verifiedUser()]

    for (const { id: user_id } of invited) await owner.post(`/projects/${id}/collaborators`, { user_id })

    const counts = await Promise.all(invited.map(async ({ email }) => (await app.listMails(email)).length - 1))
    assert.deepEqual(counts, [1, 1, 0])
    for (const person of invited) assert.equal((await person.get('/notifications')).data.length, 1)
  })
})

describe('mails that verify an address', () => {
  it('are limited for one address, however many accounts name it', async () => {
    const app = await createApp({ MAILS_PER_RECIPIENT: '3' })
    const victim = createUniqueEmail()
    const replies = await runSequentially(5, async () => {
      const account = await app.given.user()
      return account.put(`/users/${account.id}`, { email: victim, current_password: password })
    })

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 429, 429],
    )
    assert.equal((await app.listMails(victim)).length, 3)
    app.clock.advance({ days: 1 })
    const owner = await app.given.user({ email: victim })
    assert.equal(owner.email, victim)
  })
})

describe('the text of a person in a mail', () => {
  it('does not become a link', async () => {
    const app = await createApp()
    const owner = await app.given.user({ name: 'Win at evil.example or https://evil.example/now' })
    const { id } = (await owner.post('/projects', { title: 'www.evil.example 2.5 times 10:30' })).data
    const ada = await app.given.verifiedUser({ name: 'Ada' })
    await owner.post(`/projects/${id}/collaborators`, { user_id: ada.id, role: 'bit.ly/x' })
    const victim = createUniqueEmail()
    const spam = { name: 'Click phish.example', email: victim, password }
    assert.equal((await app.anonymous.post('/auth/signup', spam)).status, 201)

    const [invitation] = await app.listMails(ada.email)
    const [confirmation] = await app.listMails(victim)
    for (const text of [invitation?.text, invitation?.html, confirmation?.text, confirmation?.html]) {
      assert.ok(text)
      assert.doesNotMatch(text, /evil\.example|phish\.example|bit\.ly|https:\/\/evil/)
    }
    assert.match(invitation?.text ?? '', /2\.5 times 10:30/)
    assert.match(invitation?.html ?? '', /href="http:\/\/app\.test\/projects\/\d+"/)
  })
})
