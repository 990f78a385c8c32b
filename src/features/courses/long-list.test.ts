import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { maxRowsRead } from '#database/list/parts.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'

/** Older than all courses that a list looks at on the event loop. */
const old = 25
const recent = maxRowsRead + 5

const oldCourse = { title: 'Old', description: 'a', level: 'advanced', category: 'Botany', price: 10 }
const recentCourse = { title: 'Recent', description: 'a', level: 'beginner', category: 'Botany', price: 0 }
const rareCourse = { ...recentCourse, title: 'Rare', level: 'intermediate', category: 'Zoology' }

/** Creates courses some at a time. */
async function createMany(author: Person, count: number, course: object) {
  let left = count
  await runConcurrently(8, async () => {
    while (left-- > 0) assert.equal((await author.post('/courses', course)).status, 201)
  })
}

describe('a list of courses that is longer than what is read on the event loop', async () => {
  const { given, settle } = await testApp()
  let reader: Person

  before(async () => {
    const author = await given.user({ role: 'researcher' })
    reader = await given.user()
    await createMany(author, old, oldCourse)
    await createMany(author, recent - 1, recentCourse)
    await author.post('/courses', rareCourse)
    // The index is more rows behind than a search reads.
    await settle()
  })

  const list = async (query: string) => {
    const { data, meta } = await reader.get(`/courses?${query}`)
    return { titles: data.map(({ title }: { title: string }) => title), total: meta.total }
  }
  const titles = (title: string, count: number) => Array.from({ length: count }, () => title)

  for (const [query, title, rows, total] of [
    ['level=beginner', 'Recent', 20, recent - 1],
    ['level=beginner&sort=title', 'Recent', 20, recent - 1],
    ['level=beginner&page=100', 'Recent', 20, recent - 1],
    ['level=beginner&page=101', 'Recent', 4, recent - 1],
    ['level=advanced', 'Old', 20, old],
    ['level=advanced&page=2', 'Old', 5, old],
    ['level=advanced&sort=popular', 'Old', 20, old],
    ['level=advanced&price=free', 'Old', 0, 0],
    ['level=intermediate', 'Rare', 1, 1],
    ['category=botany&price=paid', 'Old', 20, old],
    ['category=botany&level=beginner&sort=price', 'Recent', 20, recent - 1],
    ['category=ZOOLOGY', 'Rare', 1, 1],
    ['category=zoology&sort=title', 'Rare', 1, 1],
    ['search=old', 'Old', 20, old],
    ['search=recent&level=beginner', 'Recent', 20, recent - 1],
    ['search=recent&level=advanced', 'Recent', 0, 0],
  ] as const)
    it(`finds ${rows} of ${total} by ${query}`, async () => {
      assert.deepEqual(await list(query), { titles: titles(title, rows), total })
    })

  it('has all courses without a filter', async () => {
    assert.deepEqual(await list('limit=2'), { titles: ['Rare', 'Recent'], total: old + recent })
  })
})
