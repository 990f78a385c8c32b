import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, testApp } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { project } from '#test/support/projects.ts'

const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('a page', () => {
  it('describes itself and links to other pages, keeping the other parameters', async () => {
    const { given } = await createApp()
    const [person, second] = [await given.user(), await given.user()]
    await given.user()
    const url = (page: number) => `http://api.test/users?role=learner&limit=1&page=${page}&tag=%C3%A9`

    const { data, meta } = await person.get('/users?role=learner&limit=1&page=2&tag=%C3%A9')

    assert.deepEqual(listIds(data), [second.id])
    assert.deepEqual(meta, {
      current_page: 2,
      per_page: 1,
      total: 3,
      last_page: 3,
      from: 2,
      to: 2,
      path: 'http://api.test/users',
      first_page_url: url(1),
      last_page_url: url(3),
      next_page_url: url(3),
      prev_page_url: url(1),
    })
  })

  it('has as many rows as its total says, also while others change the list', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await project(person)).id))
    let isOver = false

    const changing = ids.slice(0, 4).map(async (first) => {
      for (let id = first; !isOver; id = (await project(person)).id) await person.delete(`/projects/${id}`)
    })
    const replies: Reply[] = []
    for (let round = 0; round < 40; round++)
      for (const path of ['/projects?mine=true&limit=100', `/users/${person.id}/activity?limit=100`])
        replies.push(await person.get(path))
    isOver = true
    await Promise.all(changing)

    const wrong = replies.filter(({ data, meta }) => data.length !== Math.min(100, meta.total))
    assert.deepEqual(
      wrong.map(({ data, meta }) => [data.length, meta.total]),
      [],
    )
  })

  it('is the first of 20 rows by default', async () => {
    const { given } = await createApp()
    const person = await given.user()

    const { meta } = await person.get('/users')

    const only = 'http://api.test/users?page=1'
    assert.deepEqual(meta, {
      current_page: 1,
      per_page: 20,
      total: 2,
      last_page: 1,
      from: 1,
      to: 2,
      path: 'http://api.test/users',
      first_page_url: only,
      last_page_url: only,
      next_page_url: null,
      prev_page_url: null,
    })
  })

  it('links to the address of the proxy in front', async () => {
    const { given } = await testApp({ SANDBOX: 'public', PUBLIC_URL: 'https://example.org/research' })
    const person = await given.user()

    const { meta } = await person.get('/users?limit=1')

    assert.equal(meta.path, 'https://example.org/research/users')
    assert.equal(meta.first_page_url, 'https://example.org/research/users?limit=1&page=1')
  })

  it('has at most 100 rows', async () => {
    const { given } = await createApp()
    const [person] = await runConcurrently(20, () => given.user())
    for (let round = 0; round < 4; round++) await runConcurrently(20, () => given.user())
    assert.ok(person)

    const { data, meta } = await person.get('/users?limit=500')
    const rest = await person.get('/users?limit=500&page=2')

    assert.equal(data.length, 100)
    assert.deepEqual([meta.per_page, meta.total, meta.last_page, meta.from, meta.to], [100, 101, 2, 1, 100])
    assert.deepEqual([rest.data.length, rest.meta.from, rest.meta.to], [1, 101, 101])
  })

  it('is empty after the last one', async () => {
    const { given } = await createApp()
    const person = await given.user()

    const { status, data, meta } = await person.get('/users?page=3')

    assert.equal(status, 200)
    assert.deepEqual(data, [])
    assert.deepEqual([meta.total, meta.from, meta.to, meta.last_page], [2, 0, 0, 1])
    assert.equal(meta.next_page_url, null)
    assert.equal(meta.prev_page_url, 'http://api.test/users?page=2')
  })

  for (const query of ['limit=100000000000', 'page=100000000000', 'page=100000000000&limit=100000000000'])
    it(`can be requested with ?${query}`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      assert.equal((await person.get(`/users?${query}`)).status, 200)
    })
})
