import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { courseIndex } from '#features/courses/search.ts'
import { listFormat } from '#features/search-index/lists/definition.ts'
import { createListFollower } from '#features/search-index/lists/follower.ts'
import { openDatabase } from '#service/open-database.ts'
import { createApp, type Person } from '#test/support/app.ts'
import { collaborator, project } from '#test/support/projects.ts'
import { runFollower } from '../support/followers.ts'

const countTerms = prepare((q, p: { beginning: string }) =>
  q
    .selectFrom('search_terms_lists')
    .select(['term', 'researchers'])
    .where(sql<boolean>`substr(term, 1, length(${p.beginning})) = ${p.beginning}`)
    .orderBy('term'),
)
const forgetKeys = [
  prepare((q) => q.deleteFrom('search_postings_lists').where('key', '>=', 'courses').where('key', '<', 'courset')),
  prepare((q) => q.deleteFrom('search_terms_lists').where('term', '>=', 'courses').where('term', '<', 'courset')),
]
const forgetIndex = [
  ...forgetKeys,
  prepare((q) => q.deleteFrom('search_texts').where('area', '=', 'courses')),
  prepare((q) => q.updateTable('search_lists').set({ format: 0, position: 0 }).where('name', '=', 'courses')),
  prepare((q) => q.updateTable('followers').set({ format: 0, built: 0 }).where('name', '=', 'search_courses')),
]
/** The index is whole, in a format that is not the one of this version. */
const setFormer = prepare((q) =>
  q
    .updateTable('search_lists')
    .set({ format: listFormat - 1, position: 2 ** 53 - 1 })
    .where('name', '=', 'courses'),
)
const countWaiting = prepare((q) =>
  q
    .selectFrom('journal')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('id', '>', (eb) => eb.selectFrom('followers').select('position').where('name', '=', 'search_courses')),
)

/** A word of letters that no language has, so that a search finds only the rows of one test. */
const uniqueWord = () =>
  `q${randomBytes(6)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghjklmnpqr'[Number(digit)] ?? '')}`

describe('the search of lists', async () => {
  const app = await createApp({}, { openDatabase })
  const { given } = app
  const follower = createListFollower(courseIndex)
  const refreshIndex = () => runFollower(app.service.context, follower)
  const author = await given.user({ role: 'researcher' })
  const reader = await given.user()
  const course = async (title: string, more: object = {}) => {
    const reply = await author.post('/courses', { title, description: 'For all.', ...more })
    assert.equal(reply.status, 201, reply.text)
    return reply.data
  }
  const search = async (person: Person, path: string) => {
    const { status, data, meta, text } = await person.get(path)
    assert.equal(status, 200, text)
    const titles: string[] = data.map(({ title }: { title: string }) => title)
    return { data, meta, titles }
  }

  await course('Data Visualization', { description: 'Charts, with some statistics at the end.', category: 'Design' })
  await course('Introduction to Statistics', { category: 'Mathematics' })
  await course('Épidémiologie des maladies infectieuses', { description: 'Les maladies et leur suivi dans les pays.' })
  await course('Soil carbon', { description: '<b>Measuring</b> the carbon of soils & peat.' })
  await course('Research Scientist Skills')
  await course('Crystallography of proteins')
  await course('Databases at work', { description: 'Tables and keys.' })

  for (const state of ['right after they were written', 'after they were applied to the index'] as const)
    describe(state, async () => {
      if (state === 'after they were applied to the index') {
        await refreshIndex()
        assert.equal((await countWaiting.one(app.service.context, {})).total, 0)
      }

      for (const [query, first] of [
        ['statistics', 'Introduction to Statistics'],
        ['statistic', 'Introduction to Statistics'],
        ['introdction statistcs', 'Introduction to Statistics'],
        ['a course about statistics, please', 'Introduction to Statistics'],
        ['data visu', 'Data Visualization'],
        ['maladie infectieuse', 'Épidémiologie des maladies infectieuses'],
        ['"carbon of soils"', 'Soil carbon'],
        ['research scientist', 'Research Scientist Skills'],
        ['crystal', 'Crystallography of proteins'],
        ['key table', 'Databases at work'],
        ['databas', 'Databases at work'],
      ] as const)
        it(`finds ${first} first for ${query}`, async () => {
          const { titles, meta } = await search(reader, `/courses?search=${encodeURIComponent(query)}`)

          assert.equal(titles[0], first)
          assert.equal(meta.total, titles.length)
        })

      it('marks what it found, escaped, and says what it guessed and did not understand', async () => {
        const { data, meta } = await search(reader, '/courses?search=measuring carbn')

        assert.deepEqual(data[0].highlights, [
          { field: 'title', text: 'Soil <mark>carbon</mark>' },
          {
            field: 'description',
            text: '&lt;b&gt;<mark>Measuring</mark>&lt;/b&gt; the <mark>carbon</mark> of soils &amp; peat.',
          },
        ])
        assert.deepEqual(meta.search, {
          all_words: true,
          corrections: [{ typed: 'carbn', meant: 'carbon' }],
          excluded: [],
          ignored: [],
          not_understood: [],
        })
        const unknown = await search(reader, '/courses?search=carbon zzyzxq')
        assert.deepEqual(unknown.titles, ['Soil carbon'])
        assert.equal(unknown.meta.search.all_words, false)
        assert.deepEqual(unknown.meta.search.not_understood, ['zzyzxq'])
      })

      it('has no highlights and no figures without words', async () => {
        const { data, meta } = await search(reader, '/courses?sort=relevance')

        assert.equal('highlights' in data[0], false)
        assert.equal('search' in meta, false)
      })

      it('finds nothing for a text without a word or with a minus alone, and never fails', async () => {
        for (const query of ['%21%21', '%22%22', '-', '%F0%9F%A6%A0', 'a'.repeat(200)])
          assert.deepEqual((await search(reader, `/courses?search=${query}`)).titles, [], query)
      })

      it('combines words with filters, and finds the nearest rows among those of the filter', async () => {
        assert.deepEqual((await search(reader, '/courses?search=statistics&category=design')).titles, [
          'Data Visualization',
        ])
        const nearest = await search(reader, '/courses?search=introduction statistics&category=design')
        assert.deepEqual(nearest.titles, ['Data Visualization'])
        assert.equal(nearest.meta.search.all_words, false)
        assert.deepEqual((await search(reader, '/courses?search=statistics&mine=true')).titles, [])
        assert.equal((await search(author, '/courses?search=statistics&mine=true')).meta.total, 2)
      })
    })

  it('orders by relevance, then newest first, and pages without missing or repeating a row', async () => {
    const word = uniqueWord()
    for (let n = 0; n < 5; n++) await course(`Common ${n}`, { description: `About ${word}.` })
    await course(`The ${word} itself`)

    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => search(reader, `/courses?search=${word}&limit=2&page=${page}`)),
    )

    assert.deepEqual(
      pages.flatMap(({ titles }) => titles),
      [`The ${word} itself`, 'Common 4', 'Common 3', 'Common 2', 'Common 1', 'Common 0'],
    )
    assert.deepEqual(
      pages.map(({ meta }) => meta.total),
      [6, 6, 6, 6],
    )
    const newest = await search(reader, `/courses?search=${word}&sort=title`)
    assert.deepEqual(newest.titles.slice(0, 2), ['Common 0', 'Common 1'])
  })

  it('follows changes of texts and states, before and after the index has them', async () => {
    const [former, later] = [uniqueWord(), uniqueWord()]
    const { id } = await course(former)
    await refreshIndex()
    const listTotals = async () =>
      Promise.all([former, later].map(async (word) => (await search(reader, `/courses?search=${word}`)).meta.total))
    assert.deepEqual(await listTotals(), [1, 0])

    await author.put(`/courses/${id}`, { title: later })
    assert.deepEqual(await listTotals(), [0, 1])
    await refreshIndex()
    assert.deepEqual(await listTotals(), [0, 1])

    await author.put(`/courses/${id}`, { status: 'draft' })
    assert.deepEqual(await listTotals(), [0, 0])
    await refreshIndex()
    assert.deepEqual(await listTotals(), [0, 0])
    assert.equal((await search(author, `/courses?search=${later}`)).meta.total, 1)
    assert.deepEqual(await countTerms.all(app.service.context, { beginning: `courses${listFormat}/${later}` }), [])
  })

  it('neither finds, counts, corrects to, nor lets anyone notice private rows of others', async () => {
    const [secret, shown] = [uniqueWord(), uniqueWord()]
    const [owner, helper, stranger] = [await given.user(), await given.user(), await given.user()]
    const mine = await project(owner, { title: `${secret} ${shown}` })
    await project(owner, { title: `Public ${shown}`, visibility: 'public' })
    await collaborator(owner, mine.id, helper)
    const listTitles = async (person: Person, words: string) => {
      const { titles, meta } = await search(person, `/projects?search=${words}`)
      return { titles: titles.toSorted(), total: meta.total, search: meta.search }
    }

    for (const round of ['before', 'after']) {
      for (const person of [owner, helper])
        assert.deepEqual((await listTitles(person, `${secret} ${shown}`)).titles, [`${secret} ${shown}`], round)
      const strange = await listTitles(stranger, secret)
      assert.deepEqual(strange, {
        titles: [],
        total: 0,
        search: { all_words: true, corrections: [], excluded: [], ignored: [], not_understood: [secret] },
      })
      assert.deepEqual(await listTitles(stranger, secret.slice(0, -1)), {
        ...strange,
        search: { ...strange.search, not_understood: [secret.slice(0, -1)] },
      })
      // A private row with all words does not hide the public row with some of them.
      assert.deepEqual((await listTitles(stranger, `${secret} ${shown}`)).titles, [`Public ${shown}`])
      await app.settle()
    }
    await owner.delete(
      `/projects/${mine.id}/collaborators/${(await owner.get(`/projects/${mine.id}/collaborators`)).data[0].id}`,
    )
    assert.deepEqual((await listTitles(helper, secret)).titles, [])
    assert.equal((await search(await given.admin(), `/projects?search=${secret}`)).meta.total, 1)
  })

  it('follows who may take a course, and lets others notice nothing of one for invited people', async () => {
    const [secret, shown] = [uniqueWord(), uniqueWord()]
    const [guest, stranger] = [await given.user(), await given.user()]
    const { id } = await course(`${secret} ${shown}`)
    await course(`Open ${shown}`)
    await refreshIndex()
    assert.equal((await search(stranger, `/courses?search=${secret}`)).meta.total, 1)
    await author.post(`/courses/${id}/roster`, { user_ids: [guest.id] })
    await author.put(`/courses/${id}`, { access: 'invited' })

    for (const round of ['before', 'after']) {
      for (const person of [author, guest])
        assert.deepEqual((await search(person, `/courses?search=${secret}`)).titles, [`${secret} ${shown}`], round)
      for (const typed of [secret, secret.slice(0, -1)]) {
        const { titles, meta } = await search(stranger, `/courses?search=${typed}`)
        assert.deepEqual(
          [titles, meta.total, meta.search.corrections, meta.search.not_understood],
          [[], 0, [], [typed]],
        )
      }
      // In this order, because the words of a title are one name until the index has the change.
      assert.deepEqual((await search(stranger, `/courses?search=${shown} ${secret}`)).titles, [`Open ${shown}`], round)
      await refreshIndex()
    }
    assert.deepEqual(await countTerms.all(app.service.context, { beginning: `courses${listFormat}/${secret}` }), [])

    await author.put(`/courses/${id}`, { access: 'everyone' })
    for (const round of ['before', 'after']) {
      assert.equal((await search(stranger, `/courses?search=${secret}`)).meta.total, 1, round)
      await refreshIndex()
    }
  })

  it('builds the index of another format from the first row', async () => {
    const word = uniqueWord()
    await course(`Earlier ${word}`)
    await refreshIndex()
    for (const query of forgetIndex) await query.run(app.service.context, {})
    await setFormer.run(app.service.context, {})

    await refreshIndex()

    const misspelled = `${word.slice(0, 6)}x${word.slice(6)}`
    assert.deepEqual((await search(reader, `/courses?search=${misspelled}`)).titles, [`Earlier ${word}`])
  })

  it('finds the rows of an index that has the format of a former version before it is built anew', async () => {
    const word = uniqueWord()
    await course(`Older ${word}`)
    await refreshIndex()
    // The keys of another version began in another way.
    for (const query of forgetKeys) await query.run(app.service.context, {})
    await setFormer.run(app.service.context, {})

    const { titles } = await search(reader, `/courses?search=${word}`)
    for (const query of forgetIndex) await query.run(app.service.context, {})
    await refreshIndex()

    assert.deepEqual(titles, [`Older ${word}`])
  })

  it('builds the index of rows that were there before it, and finds whole words meanwhile', async () => {
    const words = [uniqueWord(), uniqueWord(), uniqueWord()]
    for (const word of words) await course(`Former ${word}`)
    await refreshIndex()
    const terms = await countTerms.all(app.service.context, { beginning: `courses${listFormat}/` })
    for (const query of forgetIndex) await query.run(app.service.context, {})

    const [first = '', second = ''] = words
    assert.deepEqual((await search(reader, `/courses?search=${first}`)).titles, [`Former ${first}`])
    await Promise.all(Array.from({ length: 3 }, () => refreshIndex()))

    const misspelled = `${second.slice(0, 6)}x${second.slice(6)}`
    assert.deepEqual((await search(reader, `/courses?search=${misspelled}`)).titles, [`Former ${second}`])
    assert.deepEqual(await countTerms.all(app.service.context, { beginning: `courses${listFormat}/` }), terms)
  })
})
