import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUnsubscribeUrl } from '#pages/unsubscribe-routes.ts'
import { createService } from '#service.ts'
import { createApp, type Person, type TestApp, testApp } from '#test/support/app.ts'

const draft = {
  title: 'Maintenance on Sunday',
  message: 'The service is closed at noon.\n\nIt is back <b>in an hour</b>.',
  roles: ['researcher'],
  channels: ['mail', 'notification'],
}

const app = await testApp()
const admin = await app.given.admin()

const listNotices = async (person: Person) =>
  (await person.get('/notifications?limit=100')).data
    .filter(({ title }: { title: string }) => title === draft.title)
    .map(({ message, type, data }: { message: string; type: string; data: object }) => ({ message, type, data }))

const listMails = async (own: TestApp, { email }: Person) =>
  (await own.listMails(email)).filter(({ subject }) => subject === draft.title)

/** Runs the background work until nothing waits for a pause. */
async function finish(own: TestApp): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await own.settle()
    own.clock.advance({ seconds: 10 })
  }
}

describe('an announcement', () => {
  it('is previewed with the number of people and the mail, and nothing is sent', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const person = await own.given.verifiedUser({ role: 'researcher' })
    await own.given.user({ role: 'researcher' })

    const { status, data } = await root.post('/admin/announcements/preview', draft)

    assert.equal(status, 200)
    assert.deepEqual([data.people, data.mails, data.minutes, data.mail.subject], [2, 1, 1, draft.title])
    assert.match(data.mail.text, /It is back <b>in an hour<\/b>\./)
    assert.equal((await root.get('/admin/announcements')).meta.total, 0)
    assert.deepEqual(await listNotices(person), [])
  })

  it('reaches the people with the roles, by mail only at addresses that are verified', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const [verified, unverified, other] = [
      await own.given.verifiedUser({ role: 'researcher' }),
      await own.given.user({ role: 'researcher' }),
      await own.given.verifiedUser({ role: 'learner' }),
    ]

    const { status, data } = await root.post('/admin/announcements', { ...draft, reason: 'Planned' })
    await finish(own)
    const after = (await root.get(`/admin/announcements/${data.id}`)).data

    assert.equal(status, 201)
    assert.deepEqual([data.status, data.total, data.sender_name], ['sending', 2, root.name])
    assert.deepEqual([after.status, after.reached, after.mailed], ['sent', 2, 1])
    const notice = {
      message: draft.message,
      type: 'course_update',
      data: { url: '/notifications', action: 'view_notifications' },
    }
    assert.deepEqual(await Promise.all([verified, unverified, other].map(listNotices)), [[notice], [notice], []])
    const mails = await Promise.all([verified, unverified, other].map((person) => listMails(own, person)))
    assert.deepEqual(
      mails.map(({ length }) => length),
      [1, 0, 0],
    )
    assert.match(mails[0]?.[0]?.html ?? '', /It is back &lt;b&gt;in an hour&lt;\/b&gt;\./)
    const { data: acts } = await root.get(`/admin/audit?object_kind=announcement&object_id=${data.id}&reads=false`)
    assert.deepEqual(
      acts.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
      [
        ['finishAnnouncement', null],
        ['createAnnouncement', 'Planned'],
      ],
    )
  })

  it('reaches each person once, in turns with pauses, also when a second worker repeats its task', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const people: Person[] = []
    for (let count = 0; count < 53; count += 1) people.push(await own.given.user({ role: 'recruiter' }))
    const body = { ...draft, roles: ['recruiter', 'recruiter'], channels: ['notification'] }
    const { data } = await root.post('/admin/announcements', body)
    own.clock.advance({ seconds: 10 })
    await own.settle()
    const between = (await root.get(`/admin/announcements/${data.id}`)).data
    const second = await createService(own.service.context.config, { clock: own.clock, poll: 2 ** 31 - 1 })
    own.clock.advance({ seconds: 10 })

    await Promise.all([own.settle(), second.settle()])
    await second.stop()
    const after = (await root.get(`/admin/announcements/${data.id}`)).data

    assert.deepEqual([between.status, between.reached], ['sending', 50])
    assert.deepEqual([after.status, after.reached, after.total], ['sent', 53, 53])
    assert.deepEqual(new Set((await Promise.all(people.map(listNotices))).map(({ length }) => length)), new Set([1]))
  })

  it('is not sent to people who have switched off course updates', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const person = await own.given.verifiedUser({ role: 'researcher' })
    const off = { in_app: false, email: false }
    const saved = await person.put('/notifications/preferences', { course_update: off })
    assert.equal(saved.status, 200, saved.text)

    await root.post('/admin/announcements', draft)
    await finish(own)

    assert.deepEqual([await listNotices(person), await listMails(own, person)], [[], []])
  })

  it('ends by one click for the person of the link alone, not by reading the page, and begins again', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const [ada, eve] = [
      await own.given.verifiedUser({ role: 'researcher' }),
      await own.given.verifiedUser({ role: 'researcher' }),
    ]
    const announce = async (title: string) => {
      await root.post('/admin/announcements', { ...draft, title })
      await finish(own)
      const listTitles = async ({ email }: Person) =>
        (await own.listMails(email)).filter(({ subject }) => subject === title).length
      return Promise.all([ada, eve].map(listTitles))
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = (path: string, body = 'List-Unsubscribe=One-Click') =>
      own.anonymous.send('POST', path, { body, headers: form })

    const first = await announce('First')
    const [mail] = (await own.listMails(ada.email)).filter(({ subject }) => subject === 'First')
    const [, link = ''] = /http:\/\/api\.test(\/announcements\/unsubscribe\/\S+)/.exec(mail?.text ?? '') ?? []
    const page = await own.anonymous.get(link, { accept: 'text/html' })
    const second = await announce('Second')
    const forged = [
      await click(link.replace(/unsubscribe\/\d+/, `unsubscribe/${eve.id}`)),
      await click(link.replace('/announcements/', '/saved-searches/')),
      await click(link.replace(/signature=./, 'signature=')),
    ]
    const clicked = await click(link)
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    const repeated = await own.anonymous.send('POST', link, { body: multipart })
    const third = await announce('Third')
    const preferences = (await ada.get('/notifications/preferences')).data
    const exported = (await ada.get(`/users/${ada.id}/export`)).data.notification_preferences
    const again = await click(link, 'wanted=true')
    const fourth = await announce('Fourth')
    const { meta } = await ada.get('/notifications')
    own.clock.advance({ days: 366 })
    const late = await click(link)

    assert.deepEqual(
      [page.status, clicked.status, repeated.status, again.status, late.status],
      [200, 200, 200, 200, 403],
    )
    assert.deepEqual(
      forged.map(({ status }) => status),
      [403, 403, 403],
    )
    assert.deepEqual(
      [first, second, third, fourth],
      [
        [1, 1],
        [1, 1],
        [0, 1],
        [1, 1],
      ],
    )
    assert.match(clicked.text, /You receive no more announcements by mail\./)
    assert.equal(preferences.course_update.email, true)
    assert.deepEqual([exported.announcements, exported.course_update.email], [{ email: false }, true])
    assert.equal(meta.total, 4)
  })

  it('keeps no preference of a deleted account', async () => {
    const ada = await app.given.user()
    const path = createUnsubscribeUrl(app.platform, 'announcements', ada.id).replace('http://api.test', '')
    await ada.delete(`/users/${ada.id}`)

    const { status } = await app.anonymous.post(path)

    assert.equal(status, 200)
  })

  it('is stopped, and the people who were not reached do not get it', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const person = await own.given.user({ role: 'researcher' })
    const { data } = await root.post('/admin/announcements', draft)

    const replies = await Promise.all([1, 2].map(() => root.post(`/admin/announcements/${data.id}/cancel`, {})))
    await finish(own)

    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
    assert.equal((await root.get(`/admin/announcements/${data.id}`)).data.status, 'canceled')
    assert.deepEqual(await listNotices(person), [])
  })

  it('is begun once, when it is sent twice at one time', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    await own.given.user({ role: 'researcher' })

    const replies = await Promise.all([1, 2, 3, 4].map(() => root.post('/admin/announcements', draft)))

    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422, 422])
  })

  it('is refused with messages for what is missing, for unknown roles, and for roles without people', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const empty = await root.post('/admin/announcements', { title: '', message: '', roles: [], channels: ['pigeon'] })
    const unreached = await root.post('/admin/announcements', draft)

    assert.equal(empty.status, 422)
    assert.deepEqual(Object.keys(empty.errors ?? {}).sort(), ['channels.0', 'message', 'roles', 'title'])
    assert.deepEqual([unreached.status, Object.keys(unreached.errors ?? {})], [422, ['roles']])
    assert.equal((await root.get('/admin/announcements')).meta.total, 0)
  })

  it('needs a session of an administrator that began a short time ago', async () => {
    const key = await admin.post('/auth/api-keys', {
      name: 'a script',
      scopes: ['admin:read', 'admin:write'],
      expires_at: '2026-12-31T00:00:00.000Z',
    })
    assert.equal(key.status, 201, key.text)
    const script = app.withToken(key.data.key)

    assert.equal((await script.post('/admin/announcements', draft)).status, 403)
    assert.equal((await script.get('/admin/announcements')).status, 200)
    assert.equal((await (await app.given.user()).post('/admin/announcements', draft)).status, 403)
  })
})

describe('the audit log', () => {
  it('leaves out what was only read, and finds what a request did by its id', async () => {
    const person = await app.given.user()
    await admin.get(`/admin/users/${person.id}`)
    const reply = await admin.post(`/admin/users/${person.id}/end-sessions`, {})
    const id = reply.headers.get('x-request-id') ?? ''

    const acts = await admin.get(`/admin/audit?user_id=${person.id}&reads=false`)
    const all = await admin.get(`/admin/audit?user_id=${person.id}`)
    const found = await admin.get(`/admin/audit?request_id=${encodeURIComponent(id)}`)
    const whole = await admin.get('/admin/audit?reads=false&limit=100')

    const names = (rows: { action: string }[]) => rows.map(({ action }) => action)
    assert.deepEqual(names(acts.data), ['endSessionsOfPerson'])
    assert.deepEqual(names(all.data), ['endSessionsOfPerson', 'showPerson'])
    assert.deepEqual(names(found.data), ['endSessionsOfPerson'])
    assert.equal(acts.meta.total, 1)
    assert.equal(whole.meta.total, whole.data.length)
    assert.ok(whole.data.every(({ action }: { action: string }) => !action.startsWith('show')))
  })
})

describe('DELETE /admin/users/{id}/sessions/{session_id}', () => {
  it('ends one session of a person, and none of another or an API key', async () => {
    const person = await app.given.user()
    const again = await app.anonymous.post('/auth/login', { email: person.email, password: 'correct horse' })
    const other = await app.given.user()
    const { data } = await admin.get(`/admin/users/${person.id}`)
    const [newest] = data.sessions.toSorted((a: { id: number }, b: { id: number }) => b.id - a.id)

    assert.equal((await admin.delete(`/admin/users/${other.id}/sessions/${newest.id}`)).status, 404)
    const ended = await admin.delete(`/admin/users/${person.id}/sessions/${newest.id}?reason=Lost`)

    assert.equal(ended.status, 200, ended.text)
    assert.equal((await app.withToken(again.data.token).get('/auth/me')).status, 401)
    assert.equal((await person.get('/auth/me')).status, 200)
    assert.equal((await admin.delete(`/admin/users/${person.id}/sessions/${newest.id}`)).status, 404)
  })
})
