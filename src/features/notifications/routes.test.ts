import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createSystemContext, runInTransaction } from '#context.ts'
import { verbatim } from '#language/sentence.ts'
import { createApp, type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { sendNotification as tellOf } from '#test/support/notifications.ts'
import { notify } from './index.ts'
import { dismissedEvents } from './queries.ts'
import type { NotificationType } from './record.ts'

interface NotificationItem {
  id: number
  type: NotificationType
  read: boolean
}

const uniqueEvent = () => `test:${randomBytes(8).toString('hex')}`

/** Sends a notification as a feature would. */
async function tell({ id }: Pick<Person, 'id'>, type: NotificationType = 'course_update', event = uniqueEvent()) {
  const { platform } = await testApp()
  const notice = { title: verbatim('New lesson'), message: verbatim('There is more to learn.'), event }
  await runInTransaction(createSystemContext(platform), (tx) =>
    notify(tx, id, type, { ...notice, data: { url: '/courses/7', action: 'view_course' } }),
  )
}

async function tellTimes(times: number, person: Person) {
  for (let count = 0; count < times; count++) await tell(person)
}

const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** All notifications of a user, newest first. */
async function listAll(person: Person): Promise<NotificationItem[]> {
  const { data, meta } = await person.get('/notifications?limit=100')
  assert.equal(data.length, meta.total)
  return data
}

async function readUnreadCount(person: Person): Promise<number> {
  return (await person.get('/notifications/unread-count')).data.count
}

/** The counters must agree with the rows. */
async function assertExact(person: Person) {
  const all = await listAll(person)
  const unread = all.filter(({ read }) => !read).length
  const { meta } = await person.get('/notifications?read=false')
  assert.deepEqual([await readUnreadCount(person), meta.unread_count, meta.total], [unread, unread, unread])
  assert.equal((await person.get('/notifications?read=true')).meta.total, all.length - unread)
}

describe('GET /notifications', () => {
  it("lists the caller's notifications, newest first", async () => {
    const { given, clock } = await testApp()
    const [person, other] = [await given.user(), await given.user()]
    await tell(person, 'course_update')
    await tell(other)
    clock.advance({ minutes: 1 })
    await tell(person, 'exam_reminder')

    const { status, data, meta } = await person.get('/notifications')

    assert.equal(status, 200)
    const [{ id, ...newest }, oldest] = data
    assert.ok(id > oldest.id)
    assert.deepEqual(newest, {
      type: 'exam_reminder',
      title: 'New lesson',
      message: 'There is more to learn.',
      read: false,
      created_at: clock.now(),
      data: { url: '/courses/7', action: 'view_course' },
    })
    assert.deepEqual(meta, {
      current_page: 1,
      per_page: 20,
      total: 2,
      last_page: 1,
      from: 1,
      to: 2,
      path: 'http://api.test/notifications',
      first_page_url: 'http://api.test/notifications?page=1',
      last_page_url: 'http://api.test/notifications?page=1',
      next_page_url: null,
      prev_page_url: null,
      unread_count: 2,
    })
  })

  it('is empty for a new user', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { data, meta } = await person.get('/notifications?read=true&type=exam_reminder')

    assert.deepEqual(data, [])
    assert.deepEqual([meta.total, meta.last_page, meta.from, meta.to, meta.unread_count], [0, 1, 0, 0, 0])
  })

  it('contains an event once, also when it is announced twice, or ten times at once', async () => {
    const { given } = await testApp()
    const [person, other] = [await given.user(), await given.user()]
    const event = uniqueEvent()

    await runConcurrently(10, () => tell(person, 'course_update', event))
    await tell(person, 'course_update', event)
    await tell(other, 'course_update', event)

    assert.equal((await listAll(person)).length, 1)
    assert.equal(await readUnreadCount(person), 1)
    assert.equal(await readUnreadCount(other), 1)
  })

  for (const [query, errors] of [
    ['read=perhaps', { read: ['The read must be true or false.'] }],
    ['type=nonsense', { type: ['The selected type is invalid.'] }],
    ['page=0&limit=0', { page: ['The page must be at least 1.'], limit: ['The limit must be at least 1.'] }],
  ] as const)
    it(`refuses ?${query}`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const reply = await person.get(`/notifications?${query}`)

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, errors)
    })

  it('filters by read and type, alone and combined, on every page, also after read-all', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const types = ['course_update', 'exam_reminder', 'course_update', 'job_application'] as const
    for (const type of types) await tell(person, type)
    await person.put(`/notifications/${(await listAll(person))[1]?.id}/read`)
    await person.put('/notifications/read-all')
    for (const type of types) await tell(person, type)
    for (const index of [0, 2]) await person.put(`/notifications/${(await listAll(person))[index]?.id}/read`)
    const all = await listAll(person)

    assert.deepEqual(
      all.map(({ read }) => read),
      [true, false, true, false, true, true, true, true],
    )
    for (const filter of filters) await assertPages(person, filter, all)
  })

  const filters = [{}, { read: true }, { read: false }].flatMap((filter) => [
    filter,
    ...['course_update', 'exam_reminder', 'payment_received'].map((type) => ({ ...filter, type })),
  ])

  async function assertPages(person: Person, filter: object, all: readonly NotificationItem[]) {
    const wanted = Object.entries(filter)
    const expected = all.filter((one) => wanted.every(([name, value]) => Reflect.get(one, name) === value))
    for (const limit of [1, 2, 3])
      for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
        const query = `?${wanted.map((pair) => pair.join('=')).join('&')}&limit=${limit}&page=${page}`
        const { data, meta } = await person.get(`/notifications${query}`)
        assert.deepEqual(data, expected.slice((page - 1) * limit, page * limit), query)
        assert.deepEqual([meta.total, meta.unread_count], [expected.length, 2], query)
      }
  }
})

describe('PUT /notifications/{id}/read', () => {
  it('marks a notification as read, and succeeds again when it is repeated', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(3, person)
    const [newest, middle, oldest] = listIds(await listAll(person))

    const first = await person.put(`/notifications/${middle}/read`)
    const second = await person.put(`/notifications/${middle}/read`)

    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal(first.data, undefined)
    const unread = (await person.get('/notifications?read=false')).data
    assert.deepEqual(listIds(unread), [newest, oldest])
    await assertExact(person)
  })

  it('counts once when it is sent twenty times at once', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(2, person)
    const [newest] = listIds(await listAll(person))

    const replies = await runConcurrently(20, () => person.put(`/notifications/${newest}/read`))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal(await readUnreadCount(person), 1)
  })

  it('changes no count when read-all has already marked the notification', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(2, person)
    const marked = listIds(await listAll(person))
    await person.put('/notifications/read-all')
    await tell(person)

    for (const id of marked) await person.put(`/notifications/${id}/read`)

    assert.equal(await readUnreadCount(person), 1)
    await assertExact(person)
  })
})

describe('DELETE /notifications/{id}', () => {
  for (const [what, read] of [
    ['an unread one', []],
    ['one that was read', ['one']],
    ['one that read-all has read', ['all']],
    ['one that was read twice over', ['one', 'all']],
  ] as const)
    it(`removes ${what} and keeps the counts exact`, async () => {
      const { given } = await testApp()
      const person = await given.user()
      await tellTimes(2, person)
      const [, oldest] = listIds(await listAll(person))
      for (const how of read) await person.put(`/notifications/${how === 'one' ? `${oldest}/read` : 'read-all'}`)
      await tell(person)

      const { status, data } = await person.delete(`/notifications/${oldest}`)
      const again = await person.delete(`/notifications/${oldest}`)

      assert.equal(status, 200)
      assert.equal(data, undefined)
      assert.equal(again.status, 404)
      assert.equal(listIds(await listAll(person)).length, 2)
      await assertExact(person)
    })

  it('succeeds once when it is sent twenty times at once', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(2, person)
    const [newest] = listIds(await listAll(person))

    const replies = await runConcurrently(20, () => person.delete(`/notifications/${newest}`))

    assert.deepEqual(countByStatus(replies), { 200: 1, 404: 19 })
    await assertExact(person)
  })

  it('does not restore an event that is announced again', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const event = uniqueEvent()
    await tell(person, 'course_update', event)
    const [only] = listIds(await listAll(person))
    await person.delete(`/notifications/${only}`)

    await tell(person, 'course_update', event)

    assert.deepEqual(await listAll(person), [])
  })
})

describe('a notification of another user', () => {
  for (const [method, path] of [
    ['PUT', '/read'],
    ['DELETE', ''],
  ] as const)
    it(`is not found by ${method}, and does not change`, async () => {
      const { given } = await testApp()
      const [person, stranger] = [await given.user(), await given.user()]
      await tell(person)
      const before = await listAll(person)

      const { status, message } = await stranger.send(method, `/notifications/${before[0]?.id}${path}`)

      assert.equal(status, 404)
      assert.equal(message, 'Resource Not Found')
      assert.deepEqual(await listAll(person), before)
      assert.equal(await readUnreadCount(person), 1)
    })

  it('is not marked by read-all of another user', async () => {
    const { given } = await testApp()
    const [person, stranger] = [await given.user(), await given.user()]
    await tell(person)

    const { data } = await stranger.put('/notifications/read-all')

    assert.deepEqual(data, { marked_count: 0 })
    assert.equal(await readUnreadCount(person), 1)
  })

  for (const [method, path] of [
    ['GET', '/notifications'],
    ['GET', '/notifications/unread-count'],
    ['PUT', '/notifications/read-all'],
    ['PUT', '/notifications/1/read'],
    ['DELETE', '/notifications/1'],
  ] as const)
    it(`requires a token: ${method} ${path} responds with 401`, async () => {
      const { anonymous } = await testApp()

      assert.equal((await anonymous.send(method, path)).status, 401)
    })

  for (const id of ['0', 'x', '999999999', '99999999999999999999'])
    it(`and the id ${id} are not found`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      assert.equal((await person.put(`/notifications/${id}/read`)).status, 404)
      assert.equal((await person.delete(`/notifications/${id}`)).status, 404)
    })
})

describe('PUT /notifications/read-all', () => {
  it('marks all notifications as read, and returns how many were unread', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(3, person)
    await tell(person, 'payment_received')
    await person.put(`/notifications/${(await listAll(person))[1]?.id}/read`)

    const first = await person.put('/notifications/read-all')
    const second = await person.put('/notifications/read-all')
    await tell(person)
    const third = await person.put('/notifications/read-all')

    assert.deepEqual(
      [first, second, third].map(({ data }) => data),
      [{ marked_count: 3 }, { marked_count: 0 }, { marked_count: 1 }],
    )
    assert.deepEqual(
      (await listAll(person)).map(({ read }) => read),
      [true, true, true, true, true],
    )
    const { data } = await person.get(`/users/${person.id}/export`)
    assert.equal(
      data.notifications.every(({ read }: NotificationItem) => read),
      true,
    )
    await assertExact(person)
  })

  it('marks each notification once when it is called twenty times at once', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(7, person)

    const replies = await runConcurrently(20, () => person.put('/notifications/read-all'))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal(
      replies.reduce((sum, { data }) => sum + data.marked_count, 0),
      7,
    )
    assert.equal(await readUnreadCount(person), 0)
  })

  it('keeps the counts exact while notifications are created, read and deleted', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await tellTimes(24, person)
    const ids = listIds(await listAll(person))

    const [, marks] = await Promise.all([
      runConcurrently(12, () => tell(person)),
      runConcurrently(6, () => person.put('/notifications/read-all')),
      // Those that are deleted are read at the same moment, and others twice.
      runConcurrently(24, (n) => person.put(`/notifications/${ids[n]}/read`)),
      runConcurrently(4, (n) => person.put(`/notifications/${ids[n]}/read`)),
      runConcurrently(4, (n) => person.delete(`/notifications/${ids[n + 4]}`)),
    ])

    assert.deepEqual(countByStatus(marks), { 200: 6 })
    assert.equal((await listAll(person)).length, 24 + 12 - 4)
    await assertExact(person)
  })
})

describe('the clean-up of dismissed events', () => {
  it('deletes a few at a time, however many users dismissed the same event', async () => {
    const { given, platform, clock } = await createApp()
    const people = await runSequentially(5, () => given.user())
    for (const person of people) {
      await tellOf(platform, person, { event: 'course:1' })
      const [notice] = (await person.get('/notifications')).data
      await person.delete(`/notifications/${notice.id}`)
    }

    const sweep = () => dismissedEvents.sweep.run(platform, { until: clock.now(), most: 2 })
    clock.advance({ days: 1 })

    assert.deepEqual(await runSequentially(4, sweep), [2, 2, 1, 0])
  })
})
