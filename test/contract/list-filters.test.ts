/** Words combine with every filter, view and order of a list: what is found is what both find, and the total is exact. */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createApp, type Person } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { collaborator, project } from '#test/support/projects.ts'

interface List {
  path: string
  /** Filters with at least one row, besides words. */
  filters: readonly string[]
  sorts: readonly string[]
}

const lists: readonly List[] = [
  {
    path: '/job-posts',
    filters: [
      'location=nai',
      'location=KENYA nairo',
      'location=lodz',
      'skill=field WORK',
      'skill=r',
      'remote=true',
      'employment_type=contract',
      'experience_level=lead',
      'min_salary=5000',
      'mine=true',
      'mine=true&status=draft',
      'status=closed',
      'location=nairobi&skill=r&remote=false',
      'location=nairobi&mine=true&status=draft',
      'fit=true',
    ],
    sorts: ['relevance', 'recent', 'deadline', 'salary', 'title'],
  },
  {
    path: '/courses',
    filters: [
      'category=botany',
      'level=advanced',
      'price=free',
      'price=paid',
      'mine=true',
      'category=botany&mine=true',
    ],
    sorts: ['relevance', 'recent', 'popular', 'title', 'price'],
  },
  {
    path: '/projects',
    filters: ['status=active', 'field=botany', 'mine=true', 'status=active&field=botany', 'mine=true&status=active'],
    sorts: ['relevance', 'recent', 'title', 'due'],
  },
]

type Owners = readonly [Person, Person]

const pick = <T>(values: readonly T[], index: number) => values[index % values.length]

/** Rows in many combinations of values, four of which have the word `lichen`. */
async function createRows(recruiters: Owners, researchers: Owners) {
  for (let index = 0; index < 6; index++) {
    const owner = index === 1 || index === 4 ? 1 : 0
    const texts = {
      title: `${pick(['lichen', 'Bark'], index)} ${index}`,
      description: pick(['Lichens of stones.', 'Lichens of stones.', 'Mosses of stones.'], index),
    }
    const isLate = Number(index > 2)
    await createJobPost(recruiters[owner], {
      ...texts,
      location: pick(['Nairobi, Kenya', 'Łódź', 'Nairobi, Kenya', 'Kenya: Nairobi west', '', 'nairobi kenya'], index),
      skills: pick(
        [
          ['Field work', 'R'],
          ['Python', 'r'],
        ],
        index,
      ),
      remote: index === 1,
      employment_type: pick(['contract', 'full_time'], index),
      experience_level: pick(['mid', 'lead'], isLate),
      salary_max: 1_000 * (index + 3),
      status: pick(['open', 'open', 'draft', 'closed', 'open', 'draft'], index),
    })
    await createCourse(researchers[owner], {
      ...texts,
      category: pick(['Botany', 'Art'], index),
      level: pick(['beginner', 'advanced'], isLate),
      price: pick([0, 20], index),
      status: pick(['published', 'published', 'published', 'published', 'published', 'draft'], index),
    })
    await project(researchers[owner], {
      ...texts,
      field: pick(['Botany', 'Art'], index),
      status: pick(['planning', 'active'], isLate),
      visibility: pick(['public', 'private'], owner),
    })
  }
}

async function readIds(person: Person, path: string) {
  const { status, data, meta, text } = await person.get(path)
  assert.equal(status, 200, text)
  return { ids: data.map(({ id }: { id: number }): number => id) as number[], total: meta.total as number }
}

describe('words and filters', async () => {
  const app = await createApp()
  const { given } = app
  const recruiters = [await given.user({ role: 'recruiter' }), await given.user({ role: 'recruiter' })] as const
  const researchers = [await given.user({ role: 'researcher' }), await given.user({ role: 'researcher' })] as const
  const viewers = [...recruiters, ...researchers, await given.user(), await given.admin()]
  before(() => createRows(recruiters, researchers))

  const listIds = async (person: Person, path: string) => {
    const { ids, total } = await readIds(person, `${path}&limit=100`)
    assert.equal(total, ids.length)
    return ids.toSorted((a, b) => a - b)
  }

  for (const state of ['before', 'after'] as const)
    for (const { path, filters, sorts } of lists)
      describe(`of ${path} ${state} the index has the rows`, async () => {
        // By viewer: what the words alone find.
        const found: number[][] = []
        before(async () => {
          if (state === 'after') await app.settle()
          for (const person of viewers) found.push(await listIds(person, `${path}?search=lichen`))
        })

        for (const filter of filters)
          it(`find what both find, with ${filter}`, async () => {
            for (const [viewer, person] of viewers.entries()) {
              const isMatching = new Set(await listIds(person, `${path}?${filter}`))

              const both = await listIds(person, `${path}?search=lichen&${filter}`)

              assert.deepEqual(
                both,
                found[viewer]?.filter((id) => isMatching.has(id)),
                `viewer ${viewer}`,
              )
            }
          })

        it('page in every order without missing or repeating a row', async () => {
          const reader = path === '/job-posts' ? recruiters[0] : researchers[0]
          for (const sort of sorts) {
            const list = `${path}?search=lichen&sort=${sort}`
            const whole = await readIds(reader, `${list}&limit=100`)
            assert.ok(whole.total > 1)

            const pages = Array.from(
              { length: Math.ceil(whole.total / 2) },
              (_, index) => `${list}&limit=2&page=${index + 1}`,
            )
            const parts = await Promise.all(pages.map((page) => readIds(reader, page)))

            assert.deepEqual(
              parts.flatMap(({ ids }) => ids),
              whole.ids,
              sort,
            )
            assert.deepEqual(new Set(parts.map(({ total }) => total)), new Set([whole.total]))
          }
        })
      })
})

describe('the place of job posts', async () => {
  const app = await createApp()
  const [owner, stranger] = [await app.given.user({ role: 'recruiter' }), await app.given.user()]
  const places = ['Nairobi, Kenya', 'Łódź', 'São Paulo / Brazil', '', 'Nairobi, Kenya']
  before(async () => {
    for (const [index, location] of places.entries())
      await createJobPost(owner, { location, status: index === 4 ? 'draft' : 'open' })
  })

  for (const [location, open, drafts] of [
    ['nairobi', 1, 1],
    ['NAI KEN', 1, 1],
    ['kenya nairobi', 1, 1],
    ['robi', 0, 0],
    ['lodz', 1, 0],
    ['sao brazil', 1, 0],
    ['nairobi brazil', 0, 0],
    ['+', 0, 0],
    ['%', 0, 0],
    ['  ', 4, 1],
  ] as const)
    it(`is found by the beginnings of its words: ${location}`, async () => {
      const query = `location=${encodeURIComponent(location)}`
      const count = async (person: Person, more: string) => (await person.get(`/job-posts?${query}${more}`)).meta.total

      assert.deepEqual(
        [await count(stranger, ''), await count(stranger, '&status=draft'), await count(owner, '&status=draft')],
        [open, 0, drafts],
      )
    })

  it('is found where it has changed, and no more where it was', async () => {
    const { id } = await createJobPost(owner, { location: 'Quito' })
    const count = async (location: string) => (await stranger.get(`/job-posts?location=${location}`)).meta.total

    await owner.put(`/job-posts/${id}`, { location: 'Lima' })

    assert.deepEqual([await count('quito'), await count('lima')], [0, 1])
  })
})

describe('a row that people search for', async () => {
  const app = await createApp()
  const [owner, helper, admin] = [await app.given.admin(), await app.given.user(), await app.given.admin()]

  it('is found by the request after the one that made it, and neither hidden nor deleted', async () => {
    const count = async (person: Person, search: string) => (await person.get(`/job-posts?search=${search}`)).meta.total
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const word = `qxz${String.fromCharCode(97 + index).repeat(5)}`
        const { id } = await createJobPost(owner, { title: word })
        assert.equal(await count(helper, word), 1, `${word} is created`)
        if (index % 2 === 0) {
          const hidden = await admin.post(`/admin/content/job_post/${id}/hide`, { reason: 'A test.' })
          assert.equal(hidden.status, 200, hidden.text)
          assert.equal(await count(helper, word), 0, `${word} is hidden`)
          const found = await admin.get(`/admin/content?kind=job_post&search=${word}&hidden=true`)
          assert.deepEqual(
            found.data.map((row: { id: number }) => row.id),
            [id],
          )
        } else await owner.delete(`/job-posts/${id}`)
        assert.equal(await count(helper, word), 0, `${word} is gone`)
      }),
    )
  })

  it('is not found by those who do not work on it', async () => {
    const { id } = await project(owner, { title: 'Qqzsecret' })
    const count = async () => (await helper.get('/projects?search=qqzsecret')).meta.total
    assert.equal(await count(), 0)

    await collaborator(owner, id, helper)

    assert.equal(await count(), 1)
  })
})
