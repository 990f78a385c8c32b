import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { companyIndex } from '#features/companies/search.ts'
import { courseIndex } from '#features/courses/search.ts'
import { jobPostIndex } from '#features/jobs/posts/search.ts'
import { projectIndex } from '#features/projects/search.ts'
import { createListFollower } from '#features/search-index/lists/follower.ts'
import { createApp, type Person } from '#test/support/app.ts'
import { runFollower } from '../support/followers.ts'

/** Titles with words that frame questions or exclude in sentences, and texts that nearly have them. */
const texts: readonly { title: string; description: string }[] = [
  { title: 'Trials with few patients', description: 'Statistics without much data, and no fear of it.' },
  { title: 'Statistics', description: 'Statistics, statistics and fear.' },
  { title: 'Fear of statistics', description: 'Statistics without fear, statistics without fear.' },
  { title: 'Statistics without fear', description: 'For nurses.' },
  { title: 'Statistics without fear for engineers', description: 'Statistics without fear.' },
  { title: 'Not in my river: fish and people', description: 'Write to ada.byron@rivers.example.' },
  { title: 'In my river', description: 'Fish, people and example questions; ada, byron and rivers.' },
  { title: 'Everything except physics', description: 'What remains.' },
  { title: 'Physics', description: 'Everything.' },
  { title: 'How to find and help experts', description: 'A guide.' },
  { title: 'Find experts', description: 'How to help them.' },
  { title: 'The', description: 'Articles.' },
  { title: 'Outside the box, without an e-mail', description: 'See https://rivers.example/fish?id=7.' },
  { title: 'Excluding -everything but names', description: 'With fish.' },
]

const lists = [
  {
    path: '/job-posts',
    index: jobPostIndex,
    toBody: (text: (typeof texts)[number]) => ({ ...text, company: 'Rivers Ltd', employment_type: 'full_time' }),
  },
  { path: '/courses', index: courseIndex, toBody: (text: (typeof texts)[number]) => text },
  {
    path: '/projects',
    index: projectIndex,
    toBody: (text: (typeof texts)[number]) => ({ ...text, visibility: 'public' }),
  },
  {
    path: '/companies',
    index: companyIndex,
    toBody: ({ title, description }: (typeof texts)[number]) => ({ name: title, description }),
  },
]

for (const { path, index, toBody } of lists)
  describe(`a title or an address in the search of ${path}`, () => {
    let reader: Person
    before(async () => {
      const app = await createApp()
      const author = await app.given.admin()
      for (const text of texts) {
        const { status, text: answer } = await author.post(path, toBody(text))
        assert.equal(status, 201, answer)
      }
      await runFollower(app.service.context, createListFollower(index))
      reader = await app.given.user()
    })
    const search = async (query: string, more = '') => {
      const { status, data, meta, text } = await reader.get(`${path}?search=${encodeURIComponent(query)}${more}`)
      assert.equal(status, 200, text)
      const titles: string[] = data.map(({ title, name }: { title?: string; name?: string }) => title ?? name)
      return { titles, meta }
    }

    it('is first when it is exactly a title, on its first page and in every spelling of it', async () => {
      for (const { title } of texts.filter((one) => !one.title.includes(' -'))) {
        for (const query of [title, title.toUpperCase(), ` ${title.toLowerCase()}? `, `"${title}"`]) {
          const { titles, meta } = await search(query)
          assert.equal(titles[0], title, query)
          assert.equal(meta.search.all_words, true, query)
        }
        assert.deepEqual((await search(title, '&limit=1')).titles, [title])
      }
    })

    it('is listed once over all pages, in the same order', async () => {
      const { titles, meta } = await search('statistics')
      const pages: string[] = []
      for (let page = 1; page <= meta.total; page++)
        pages.push(...(await search('statistics', `&limit=1&page=${page}`)).titles)

      assert.equal(titles[0], 'Statistics')
      assert.deepEqual(pages, titles)
      assert.equal(new Set(titles).size, titles.length)
    })

    it('excludes by a minus alone, and says what was excluded and what was not searched for', async () => {
      const unfinished = await search('statistics without')
      assert.equal(unfinished.titles[0], 'Statistics without fear')

      const excluding = await search('statistics -fear')
      assert.ok(
        excluding.titles.every((title) => !/fear/i.test(title)),
        excluding.titles.join(),
      )
      assert.deepEqual(excluding.meta.search.excluded, ['fear'])

      const asked = await search('please find statistics without data')
      assert.equal(asked.titles[0], 'Trials with few patients')
      assert.deepEqual(asked.meta.search.excluded, [])
      assert.ok(asked.meta.search.ignored.includes('without'), JSON.stringify(asked.meta.search))
      assert.ok(asked.meta.search.ignored.includes('please'), JSON.stringify(asked.meta.search))
    })

    it('finds an e-mail address or a link as it stands, and none that is nearly so', async () => {
      for (const query of ['ada.byron@rivers.example', 'Ada.Byron@Rivers.example', '<ada.byron@rivers.example>'])
        assert.deepEqual((await search(query)).titles, ['Not in my river: fish and people'], query)
      assert.deepEqual((await search('https://rivers.example/fish?id=7')).titles, [
        'Outside the box, without an e-mail',
      ])
      assert.deepEqual((await search('fish ada.byron@rivers.example')).titles, ['Not in my river: fish and people'])
      for (const query of [
        'byron.ada@rivers.example',
        'not@rivers.example',
        'without@in.example',
        'https://rivers.example/box',
      ])
        assert.deepEqual((await search(query)).titles, [], query)
    })

    it('answers hostile texts like others', async () => {
      for (const query of [
        'without',
        'not',
        'not not not',
        '-',
        '--fear',
        '-"',
        '@',
        'a@b',
        '@@.@',
        'x@y.z'.repeat(30),
        '"@."',
        'without '.repeat(25),
      ])
        await search(query)
    })
  })

describe('a search for researchers', () => {
  it('takes a name with a word that excludes as the name, and otherwise excludes', async () => {
    const app = await createApp()
    for (const [name, institution] of [
      ['Ada One', 'Doctors Without Borders'],
      ['Bob Two', 'Doctors of Kisumu'],
    ] as const) {
      const person = await app.given.user({ role: 'researcher', name })
      assert.equal((await person.put('/researchers/me', { institution })).status, 200)
    }
    const reader = await app.given.user()
    const find = async (query: string) => {
      const { data } = await reader.post('/search/intelligent', { query })
      return data.researchers.map(({ user }: { user: { name: string } }) => user.name)
    }

    assert.deepEqual(await find('doctors without borders'), ['Ada One'])
    assert.deepEqual(await find('doctors without kisumu'), ['Ada One'])
  })
})
