import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const app = await testApp()
const { given, anonymous } = app
const admin = await given.admin()

/** A researcher, with the path of their publications. */
async function createResearcher(change: object = {}) {
  const person = await given.user({ role: 'researcher' })
  const { data } = await person.put('/researchers/me', { headline: 'Botany', ...change })
  return { person, id: Number(data.id), path: `/researchers/${data.id}/publications` }
}

const article = {
  title: 'Outbreaks foreseen',
  authors: [{ given: 'Grace', family: 'Wanjiru', orcid: 'https://orcid.org/0000-0002-1825-0097' }, { family: 'WHO' }],
  date: '2024-03',
  container_title: 'Journal of Urban Health',
  type: 'article-journal',
  doi: 'https://doi.org/10.1000/ABC',
  url: 'https://example.org/outbreaks',
  abstract: 'Cities, mosquitoes.\n\nModels.',
}

const listTitles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)

async function addAll(person: Person, path: string, ...works: object[]): Promise<number[]> {
  const ids: number[] = []
  for (const work of works) {
    const { status, data, text } = await person.post(path, work)
    assert.equal(status, 201, text)
    ids.push(data.id)
  }
  return ids
}

describe('POST /researchers/{id}/publications', () => {
  it('stores every field, the DOI in lower case and the year of the date', async () => {
    const { person, path } = await createResearcher()

    const { status, data } = await person.post(path, article)

    assert.equal(status, 201)
    const { id, created_at, updated_at, ...shown } = data
    assert.deepEqual(shown, {
      ...article,
      authors: [
        { given: 'Grace', family: 'Wanjiru', orcid: '0000-0002-1825-0097' },
        { given: '', family: 'WHO', orcid: null },
      ],
      authors_count: 2,
      year: 2024,
      doi: '10.1000/abc',
      source: 'manual',
      verified: false,
    })
    assert.equal(created_at, updated_at)
    assert.deepEqual((await person.get(`${path}/${id}`)).data, data)
  })

  it('leaves the field of the profile as it is, and counts the record apart', async () => {
    const { person, id, path } = await createResearcher({ publications: [{ title: 'Typed', year: 1999 }] })
    await addAll(person, path, { title: 'Recorded' })

    const { data } = await person.get(`/researchers/details/${id}`)

    assert.deepEqual(listTitles({ data: data.publications }), ['Typed'])
    assert.deepEqual([data.publication_records_count, data.verified_publication_records_count], [1, 0])
  })

  for (const [part, second] of [
    ['DOI in another spelling', { title: 'Another title', doi: '10.1000/abc' }],
    ['title, year and author', { title: 'OUTBREAKS – foreseen!', year: 2024, authors: [{ family: 'Wanjirú' }] }],
    ['title and year, without an author', { title: 'Outbreaks foreseen', year: 2024 }],
  ] as const)
    it(`refuses a work with the same ${part}, and changes nothing`, async () => {
      const { person, path } = await createResearcher()
      await addAll(person, path, article)

      const { status, errors } = await person.post(path, second)

      assert.equal(status, 422)
      assert.deepEqual(errors, { title: ['This publication is in the list already.'] })
      assert.equal((await person.get(path)).meta.total, 1)
    })

  it('takes works that differ in DOI, year or author', async () => {
    const { person, path } = await createResearcher()

    await addAll(
      person,
      path,
      article,
      { ...article, doi: '10.1000/other' },
      { title: article.title, year: 2023, authors: article.authors },
      { title: article.title, year: 2024, authors: [{ family: 'Okafor' }] },
    )

    assert.equal((await person.get(path)).meta.total, 4)
  })

  it('stores a work once when ten requests come at the same moment', async () => {
    for (const work of [article, { title: 'Without a DOI', year: 2020, authors: [{ family: 'van der Berg' }] }]) {
      const { person, path } = await createResearcher()

      const replies = await runConcurrently(10, () => person.post(path, work))

      assert.deepEqual(countByStatus(replies), { 201: 1, 422: 9 })
      assert.equal((await person.get(path)).meta.total, 1)
    }
  })

  it('names all fields that are invalid, and stores nothing', async () => {
    const { person, path } = await createResearcher()

    const { status, errors } = await person.post(path, {
      title: '',
      authors: [{ given: 'A', family: '' }],
      date: '2024-02-31',
      type: 'poem',
      doi: '11.1/x',
      url: 'javascript:alert(1)',
    })

    assert.equal(status, 422)
    assert.deepEqual(Object.keys(errors).sort(), ['authors.0.family', 'date', 'doi', 'title', 'type', 'url'])
    const mixed = await person.post(path, {
      title: 'x',
      date: '2024-03',
      year: 2023,
      authors: [{ family: 'Y', orcid: '0000-0002-1825-0098' }],
    })
    assert.deepEqual(Object.keys(mixed.errors).sort(), ['authors.0.orcid', 'year'])
    assert.equal((await person.post(path, { title: 'x', authors: new Array(101).fill({ family: 'Y' }) })).status, 422)
    assert.equal((await person.get(path)).meta.total, 0)
  })

  it('is for the owner and administrators of the profile', async () => {
    const { person, path } = await createResearcher()
    const stranger = await given.user({ role: 'researcher' })

    assert.equal((await anonymous.post(path, { title: 'x' })).status, 401)
    assert.equal((await stranger.post(path, { title: 'x' })).status, 403)
    assert.equal((await admin.post(path, { title: 'x' })).status, 201)
    assert.equal((await admin.post('/researchers/999999/publications', { title: 'x' })).status, 404)
    assert.deepEqual(listTitles(await person.get(path)), ['x'])
  })
})

describe('GET /researchers/{id}/publications', () => {
  it('lists a page by the date of the works, also of one year, and those without a year last', async () => {
    const { person, path } = await createResearcher()
    await addAll(
      person,
      path,
      { title: 'undated' },
      { title: 'day', date: '2021-03-04' },
      { title: 'year', year: 2021 },
      { title: 'old', year: 1998 },
      { title: 'month', date: '2021-03' },
    )

    assert.deepEqual(listTitles(await person.get(path)), ['day', 'month', 'year', 'old', 'undated'])
    assert.deepEqual(listTitles(await person.get(`${path}?sort=oldest&limit=2&page=2`)), ['year', 'month'])
    const ofYear = await person.get(`${path}?year=2021&sort=oldest`)
    assert.deepEqual(listTitles(ofYear), ['year', 'month', 'day'])
    assert.equal(ofYear.meta.total, 3)
    assert.deepEqual((await person.get(`${path}?year=2022`)).data, [])
    assert.equal((await person.get(`${path}?year=nineteen`)).status, 422)
  })

  it('is hidden with a private profile, and one publication with it', async () => {
    const { person, path } = await createResearcher({ visibility: 'private' })
    const [id] = await addAll(person, path, { title: 'x' })
    const stranger = await given.user()
    const other = await createResearcher()

    assert.equal((await stranger.get(path)).status, 403)
    assert.equal((await stranger.get(`${path}/${id}`)).status, 403)
    assert.equal((await admin.get(`${path}/${id}`)).status, 200)
    // The id of a publication of another profile, which the actor would see.
    assert.equal((await stranger.get(`${other.path}/${id}`)).status, 404)
    assert.equal((await other.person.delete(`${other.path}/${id}`)).status, 404)
    assert.equal((await other.person.put(`${other.path}/${id}`, { title: 'y' })).status, 404)
  })

  it('is hidden from others when an administrator hides the profile', async () => {
    const { person, id, path } = await createResearcher()
    await addAll(person, path, { title: 'x' })

    await admin.post(`/admin/content/researcher/${id}/hide`, { reason: 'Not a person.' })

    assert.equal((await (await given.user()).get(path)).status, 403)
    assert.equal((await person.get(path)).status, 200)
  })
})

describe('PUT /researchers/{id}/publications/{publication_id}', () => {
  it('changes the fields that are sent, and lets the date follow the year', async () => {
    const { person, path } = await createResearcher()
    const [id] = await addAll(person, path, article)
    const change = async (given: object) => (await person.put(`${path}/${id}`, given)).data

    assert.deepEqual([(await change({ year: 2024 })).date, (await change({ year: 2023 })).date], ['2024-03', null])
    const dated = await change({ date: '2022-05-06' })
    assert.deepEqual([dated.year, dated.date, dated.title], [2022, '2022-05-06', article.title])
    assert.equal((await change({ doi: null })).doi, null)
    assert.deepEqual((await change({ authors: [] })).authors_count, 0)
  })

  it('refuses to become another work of the list', async () => {
    const { person, path } = await createResearcher()
    const [, second] = await addAll(person, path, article, { title: 'Second', year: 2020 })

    const { status } = await person.put(`${path}/${second}`, { doi: '10.1000/ABC' })

    assert.equal(status, 422)
    assert.equal((await person.get(`${path}/${second}`)).data.doi, null)
    assert.equal((await person.put(`${path}/${second}`, { title: 'Second' })).status, 200)
  })
})

describe('publications', () => {
  it('are deleted one by one, and with the profile', async () => {
    const { person, id, path } = await createResearcher()
    const [first] = await addAll(person, path, { title: 'x' }, { title: 'y' })

    assert.equal((await person.delete(`${path}/${first}`)).status, 200)
    assert.equal((await person.delete(`${path}/${first}`)).status, 404)
    assert.deepEqual(listTitles(await person.get(path)), ['y'])
    await person.delete(`/researchers/${id}`)
    assert.equal((await admin.get(path)).status, 404)
  })

  it('are found by their titles and containers, until they are deleted', async () => {
    const { person, id, path } = await createResearcher()
    const find = async (query: string) =>
      (await person.post('/search/intelligent', { query })).data.researchers.map((one: { id: number }) => one.id)
    const [work] = await addAll(person, path, {
      title: 'Zygomycetes of Ouagadougou',
      container_title: 'Mycolinguistica',
    })

    assert.deepEqual(await find('zygomycetes'), [id])
    assert.deepEqual(await find('mycolinguistica'), [id])
    await person.delete(`${path}/${work}`)
    assert.deepEqual(await find('zygomycetes'), [])
  })

  it('are in the export of the person', async () => {
    const { person, path } = await createResearcher()
    await addAll(person, path, article)

    const { data } = await person.get(`/users/${person.id}/export`)

    assert.deepEqual(listTitles({ data: data.researcher.publications }), [article.title])
  })
})
