import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordsOfCompanies } from '#database/migrations/0121-words-of-companies.ts'
import { buildSteps } from '#database/migrations/steps.ts'
import { createListFollower, describeListFollower } from '#features/search-index/index.ts'
import { ask } from '#test/contract/empty-database.ts'
import { createApp, type Person } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { runFollower } from '#test/support/followers.ts'
import { companyIndex } from './search.ts'

const { format } = describeListFollower(companyIndex)
const whole = [`list ${format}`, `follower ${format}`]

describe('the search of GET /companies', async () => {
  const app = await createApp()
  const { given, service } = app
  const admin = await given.admin()
  const [owner, reader] = [await given.user(), await given.user()]
  const refreshIndex = () => runFollower(service.context, createListFollower(companyIndex))
  const search = async (words: string, { person = reader, more = '' }: { person?: Person; more?: string } = {}) => {
    const { status, data, meta, text } = await person.get(`/companies?search=${encodeURIComponent(words)}${more}`)
    assert.equal(status, 200, text)
    const names: string[] = data.map(({ name }: { name: string }) => name)
    return { names, meta, data }
  }
  await createCompany(owner, {
    name: 'Royal Botanic Gardens',
    industry: 'Horticulture',
    description: 'Keeps <b>seeds</b> of wild plants & fungi.',
  })
  await createCompany(owner, { name: 'Écologie Durable', industry: 'Conseil' })
  await createCompany(owner, { name: 'Northern Lighthouse Board' })
  for (const name of ['3M', 'X']) await createCompany(owner, { name })
  await createCompany(owner, { name: 'The Wide Company', description: 'Lends gardens to beginners.' })

  for (const state of ['right after they were written', 'after they were applied to the index'] as const)
    describe(state, async () => {
      if (state === 'after they were applied to the index') await refreshIndex()

      for (const [words, first] of [
        ['Royal Botanic Gardens', 'Royal Botanic Gardens'],
        ['royl botanc gardns', 'Royal Botanic Gardens'],
        ['royal bot', 'Royal Botanic Gardens'],
        ['garden', 'Royal Botanic Gardens'],
        ['horticultur', 'Royal Botanic Gardens'],
        ['wild plant', 'Royal Botanic Gardens'],
        ['ecolo', 'Écologie Durable'],
        ['ecologie dur', 'Écologie Durable'],
        ['nor', 'Northern Lighthouse Board'],
        ['li', 'Northern Lighthouse Board'],
        ['3m', '3M'],
        ['x', 'X'],
        ['lighthose', 'Northern Lighthouse Board'],
        ['the wide company', 'The Wide Company'],
        ['companies with gardens', 'Royal Botanic Gardens'],
      ] as const)
        it(`finds ${first} first for ${words}`, async () => {
          const { names, meta } = await search(words)

          assert.equal(names[0], first)
          assert.equal(meta.total, names.length)
        })

      it('marks what it found, escaped, and says which words it guessed', async () => {
        const { data, meta } = await search('botanc seeds')

        assert.deepEqual(data[0].highlights, [
          { field: 'name', text: 'Royal <mark>Botanic</mark> Gardens' },
          {
            field: 'description',
            text: 'Keeps &lt;b&gt;<mark>seeds</mark>&lt;/b&gt; of wild plants &amp; fungi.',
          },
        ])
        assert.deepEqual(meta.search, {
          all_words: true,
          corrections: [{ typed: 'botanc', meant: 'botanic' }],
          excluded: [],
          ignored: [],
          not_understood: [],
        })
      })

      it('narrows by the other filters, and sorts by name where that is asked', async () => {
        assert.deepEqual((await search('gardens', { more: '&verified=true' })).names, [])
        assert.deepEqual((await search('gardens', { more: '&sort=name' })).names, [
          'Royal Botanic Gardens',
          'The Wide Company',
        ])
        assert.deepEqual((await search('gardens', { more: '&sort=recent' })).names, [
          'The Wide Company',
          'Royal Botanic Gardens',
        ])
        assert.deepEqual((await search('gardens', { more: '&mine=true' })).names, [])
        assert.deepEqual((await search('gardns', { person: owner, more: '&mine=true' })).meta.total, 2)
      })

      it('finds nothing for a text without a word, and has neither highlights nor figures without a search', async () => {
        for (const words of ['!!', '""', '-', 'zzyzxq']) assert.deepEqual((await search(words)).names, [], words)
        const { data, meta } = await reader.get('/companies?sort=relevance')

        assert.equal('highlights' in data[0], false)
        assert.equal('search' in meta, false)
      })
    })

  it('lists each company once over all pages, with the same total', async () => {
    for (const place of ['Aarhus', 'Bergen', 'Cork']) await createCompany(owner, { name: `Quaysidery ${place}` })

    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('quaysidry', { more: `&limit=1&page=${page}` })))

    assert.deepEqual(
      pages.map(({ names, meta }) => [meta.total, ...names]),
      [[3, 'Quaysidery Cork'], [3, 'Quaysidery Bergen'], [3, 'Quaysidery Aarhus'], [3]],
    )
  })

  it('finds a renamed company at once by its new name, and not by the one before', async () => {
    const { id } = await createCompany(owner, { name: 'Glimmerwick' })
    await refreshIndex()
    const countBoth = async () =>
      Promise.all(['glimmerwick', 'thistlemoor'].map(async (name) => (await search(name)).meta.total))
    assert.deepEqual(await countBoth(), [1, 0])

    await owner.put(`/companies/${id}`, { name: 'Thistlemoor' })

    assert.deepEqual(await countBoth(), [0, 1])
    await refreshIndex()
    assert.deepEqual(await countBoth(), [0, 1])
  })

  /** A company that its owner and a member see in their own lists, and a person who is invited to it. */
  const createScene = async (name: string) => {
    const { id } = await createCompany(owner, { name })
    const [member, invited] = [await given.user(), await given.user()]
    await addMember(owner, id, member, 'interviewer')
    await owner.post(`/companies/${id}/members`, { user_id: invited.id, role: 'recruiter' })
    await refreshIndex()
    assert.deepEqual((await search(name)).names, [name])
    return { id, member, invited }
  }

  it('lets nobody but its members find or notice a hidden company', async () => {
    const { id, member, invited } = await createScene('Umbrafell')
    const searches = [
      { person: reader, more: '' },
      { person: reader, more: '&mine=true' },
      { person: invited, more: '&mine=true' },
      { person: member, more: '' },
      { person: admin, more: '' },
    ]

    await admin.post(`/admin/content/company/${id}/hide`, { reason: 'Fraud' })

    for (const round of ['before', 'after']) {
      for (const asked of searches)
        for (const words of ['umbrafell', 'umbrafel']) {
          const { names, meta } = await search(words, asked)
          assert.deepEqual([names, meta.total, meta.search.corrections], [[], 0, []], `${round} ${words}`)
        }
      assert.deepEqual((await search('umbrafel')).meta.search.not_understood, ['umbrafel'])
      for (const person of [owner, member])
        assert.deepEqual((await search('umbrafell', { person, more: '&mine=true' })).names, ['Umbrafell'], round)
      await refreshIndex()
    }
    await admin.post(`/admin/content/company/${id}/restore`)
    assert.deepEqual((await search('umbrafel')).names, ['Umbrafell'])
  })

  it('finds no deleted company', async () => {
    const { id } = await createScene('Vanishmere')

    await owner.delete(`/companies/${id}`)

    for (const round of ['before', 'after']) {
      for (const more of ['', '&mine=true'])
        assert.deepEqual((await search('vanishmere', { person: owner, more })).names, [], round)
      await refreshIndex()
    }
  })
})

describe('the index of companies in an installation that had none', () => {
  const createInstallation = async () => {
    const app = await createApp()
    const { config, db } = app.platform
    const run = (statement: string) => ask(config, statement)
    const readFormats = async () =>
      (
        await run(`select 'list' as what, format from search_lists where name = 'companies' union all
          select 'follower', format from followers where name = 'search_companies' order by 1 desc`)
      ).map((row) => `${row.what} ${row.format}`)
    return { app, run, readFormats, steps: await buildSteps(wordsOfCompanies, db.engine) }
  }
  const forgetIndex = [
    "delete from search_lists where name = 'companies'",
    "delete from followers where name = 'search_companies'",
    "delete from search_texts where area = 'companies'",
    ...['postings_lists where key', 'terms_lists where term', 'spellings_lists where spelling'].map(
      (column) => `delete from search_${column} like 'companies%'`,
    ),
  ]

  it('is whole where there are no companies', async () => {
    const { run, readFormats, steps } = await createInstallation()
    const first = await readFormats()
    for (const statement of forgetIndex) await run(statement)

    for (const { text } of steps) await run(text)

    assert.deepEqual([first, await readFormats()], [whole, whole])
  })

  it('is built from the companies that are there, which are found meanwhile', async () => {
    const { app, run, readFormats, steps } = await createInstallation()
    const person = await app.given.user()
    await createCompany(person, { name: 'Lanternfish' })
    for (const statement of forgetIndex) await run(statement)

    for (const { text } of steps) await run(text)

    assert.deepEqual(await readFormats(), ['list 0'])
    const find = async () => (await person.get('/companies?search=lanternfsh')).meta.total
    assert.equal(await find(), 1)
    await runFollower(app.service.context, createListFollower(companyIndex))
    assert.deepEqual([await find(), await readFormats()], [1, whole])
  })
})
