import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createUniqueEmail, type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { type RegisteredWork, RegistryServer } from '#test/support/registry-server.ts'
import { signIn } from '#test/support/sign-in.ts'

const registries = await new RegistryServer().listen()
after(() => registries.close())
const app = await testApp({ ...registries.settings, RATE_LIMIT_REGISTRIES: '0' })
const { given } = app

/** A researcher, with the path of their publications. */
async function createResearcher(person?: Person) {
  const researcher = person ?? (await given.user({ role: 'researcher' }))
  const { data } = await researcher.put('/researchers/me', { headline: 'Botany' })
  return { person: researcher, id: Number(data.id), path: `/researchers/${data.id}/publications` }
}

/** A researcher who has linked an iD at the sandbox that plays ORCID. */
async function createLinkedResearcher() {
  const made = await createResearcher()
  await signIn(app, { provider: 'orcid', email: createUniqueEmail(), action: 'link' }, made.person)
  // The evidence reads the record in the background, and would meet the faults of a test.
  await app.settle()
  const { data } = await made.person.get('/researchers/me')
  assert.equal(data.orcid_verified, true)
  return { ...made, orcid: String(data.orcid) }
}

let number = 0
/** A work of which no test has heard. */
const createWork = (more: Partial<RegisteredWork> = {}): RegisteredWork => {
  number++
  return {
    doi: `10.5555/work.${number}`,
    title: `Ferns of valley ${number}`,
    year: 2020,
    authors: [
      { given: 'Grace', family: 'Wanjiru', orcid: '0000-0002-1825-0097' },
      { given: 'Jan', family: 'van der Berg' },
    ],
    container: 'Fern Gazette',
    ...more,
  }
}

/** Registers the work at Crossref. */
function register(more: Partial<RegisteredWork> = {}): RegisteredWork {
  const work = createWork(more)
  registries.crossref.set(work.doi, work)
  return work
}

const listVerdicts = ({ data }: { data: { works: { verdict: string }[] } }) => data.works.map(({ verdict }) => verdict)
const listAll = async (person: Person, path: string) => (await person.get(`${path}?limit=100`)).data

describe('POST /researchers/{id}/publications/import of DOIs', () => {
  it('stores what Crossref says, verified, with markup as plain text', async () => {
    const { person, path } = await createResearcher()
    const { doi } = register({
      title: 'The <i>in vitro</i> &amp; <mml:math><mml:mi>α</mml:mi></mml:math> story<script>alert(1)</script>',
      abstract: '<jats:title>Abstract</jats:title><jats:p>One.</jats:p><jats:p>p &lt; 0.05</jats:p>',
    })

    const reply = await person.post(`${path}/import`, { format: 'doi', dois: [`https://doi.org/${doi.toUpperCase()}`] })

    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(listVerdicts(reply), ['imported'])
    const [{ id, created_at, updated_at, ...work }] = await listAll(person, path)
    assert.deepEqual(work, {
      title: 'The in vitro & α storyalert(1)',
      authors: [
        { given: 'Grace', family: 'Wanjiru', orcid: '0000-0002-1825-0097' },
        { given: 'Jan', family: 'van der Berg', orcid: null },
      ],
      authors_count: 2,
      year: 2020,
      date: '2020-03',
      container_title: 'Fern Gazette',
      type: 'article-journal',
      doi,
      url: null,
      abstract: 'Abstract\n\nOne.\n\np < 0.05',
      source: 'crossref',
      verified: true,
    })
  })

  it('asks DataCite for a DOI that Crossref does not know, and refuses one that neither knows', async () => {
    const { person, path } = await createResearcher()
    const work = createWork()
    registries.datacite.set(work.doi, work)

    const reply = await person.post(`${path}/import`, { format: 'doi', dois: [work.doi, '10.5555/unknown'] })

    assert.deepEqual(listVerdicts(reply), ['imported', 'refused'])
    assert.deepEqual(
      [reply.data.works[1].label, reply.data.works[1].message],
      ['10.5555/unknown', 'Neither Crossref nor DataCite knows this DOI.'],
    )
    const [stored] = await listAll(person, path)
    assert.deepEqual(
      [
        stored.title,
        stored.authors[1],
        stored.year,
        stored.container_title,
        stored.type,
        stored.source,
        stored.verified,
      ],
      [
        work.title,
        { given: 'Jan', family: 'van der Berg', orcid: null },
        2020,
        'Fern Gazette',
        'dataset',
        'datacite',
        true,
      ],
    )
  })

  it('is not verified any more after a change by hand, and no import takes that change back', async () => {
    const { person, path } = await createResearcher()
    const { doi } = register()
    await person.post(`${path}/import`, { format: 'doi', dois: [doi] })
    const [{ id }] = await listAll(person, path)

    const { data } = await person.put(`${path}/${id}`, { title: 'Ferns, corrected' })

    assert.deepEqual([data.source, data.verified], ['crossref', false])
    const again = await person.post(`${path}/import`, { format: 'doi', dois: [doi] })
    assert.deepEqual(listVerdicts(again), ['existing'])
    const [after] = await listAll(person, path)
    assert.deepEqual([after.title, after.verified], ['Ferns, corrected', false])
  })

  it('takes what the registry says meanwhile when it is imported again', async (t) => {
    const { person, path } = await createResearcher()
    const work = register()
    await person.post(`${path}/import`, { format: 'doi', dois: [work.doi] })
    registries.crossref.set(work.doi, { ...work, title: 'Ferns of two valleys', year: 2021 })
    const clock = performance.now.bind(performance)
    // Answers of registries are kept for ten minutes.
    t.mock.method(performance, 'now', () => clock() + 600_001)

    const again = await person.post(`${path}/import`, { format: 'doi', dois: [work.doi] })

    assert.deepEqual(listVerdicts(again), ['changed'])
    const [after, ...others] = await listAll(person, path)
    assert.deepEqual([after.title, after.year, after.verified, others], ['Ferns of two valleys', 2021, true, []])
  })

  it('keeps what was typed, and replaces what came from a file', async () => {
    const { person, path } = await createResearcher()
    const [typed, filed] = [register(), register()]
    await person.post(path, { title: 'MY title', doi: typed.doi })
    const item = { title: filed.title.toUpperCase(), DOI: filed.doi, abstract: 'Of the file.' }
    await person.post(`${path}/import`, { format: 'csl_json', text: JSON.stringify(item) })

    const reply = await person.post(`${path}/import`, { format: 'doi', dois: [typed.doi, filed.doi] })

    assert.deepEqual(listVerdicts(reply), ['changed', 'changed'])
    const works = await listAll(person, path)
    const find = (doi: string) => works.find((work: { doi: string }) => work.doi === doi)
    assert.deepEqual(
      [find(typed.doi).title, find(typed.doi).year, find(typed.doi).source, find(typed.doi).verified],
      ['MY title', 2020, 'manual', false],
    )
    assert.deepEqual(
      [find(filed.doi).title, find(filed.doi).abstract, find(filed.doi).source, find(filed.doi).verified],
      [filed.title, '', 'crossref', true],
    )
    const again = await person.post(`${path}/import`, { format: 'doi', dois: [typed.doi, filed.doi] })
    assert.deepEqual(listVerdicts(again), ['existing', 'existing'])
  })

  it('answers a preview with the same verdicts, stores nothing and asks the registry once', async () => {
    const { person, path } = await createResearcher()
    const { doi } = register()
    const body = { format: 'doi', dois: [doi, doi] }

    const preview = await person.post(`${path}/import`, { ...body, preview: true })

    assert.equal((await person.get(path)).meta.total, 0)
    const real = await person.post(`${path}/import`, body)
    assert.deepEqual(
      [listVerdicts(preview), listVerdicts(real)],
      [
        ['imported', 'existing'],
        ['imported', 'existing'],
      ],
    )
    assert.equal(registries.asked.filter((asked) => asked.endsWith(encodeURIComponent(doi))).length, 1)
  })

  for (const fault of ['error', 'busy', 'redirect', 'html', 'flood'] as const)
    it(`stores nothing when the registry answers with this fault: ${fault}`, async () => {
      const { person, path } = await createResearcher()
      const [first, second] = [register(), register()]
      registries.breakNext(fault)

      const reply = await person.post(`${path}/import`, { format: 'doi', dois: [first.doi, second.doi] })

      assert.deepEqual(
        [reply.status, reply.message],
        [502, 'Crossref does not answer as it should at the moment. Please try again.'],
      )
      assert.equal((await person.get(path)).meta.total, 0)
      const again = await person.post(`${path}/import`, { format: 'doi', dois: [first.doi, second.doi] })
      assert.deepEqual(listVerdicts(again), ['imported', 'imported'])
    })

  it('gives up on a registry that hangs', async () => {
    const slow = await testApp(registries.settings, { registryTimeoutMs: 200 })
    const person = await slow.given.user({ role: 'researcher' })
    const { data } = await person.put('/researchers/me', {})
    const { doi } = register()
    registries.breakNext('hang')

    const reply = await person.post(`/researchers/${data.id}/publications/import`, { format: 'doi', dois: [doi] })

    assert.equal(reply.status, 502, reply.text)
  })

  for (const [what, body, errors] of [
    ['without DOIs', { format: 'doi' }, { dois: ['The dois field is required.'] }],
    ['with an empty list', { format: 'doi', dois: [] }, null],
    ['with what is no DOI', { format: 'doi', dois: ['10.1000'] }, { 'dois.0': ['The DOI must be like 10.1000/182.'] }],
    ['with more than 20', { format: 'doi', dois: Array.from({ length: 21 }, (_, index) => `10.5555/${index}`) }, null],
    ['of a file without its text', { format: 'ris', dois: ['10.5555/1'] }, { text: ['The text field is required.'] }],
  ] as const)
    it(`refuses a request ${what}, and asks nobody`, async () => {
      const { person, path } = await createResearcher()
      const before = registries.asked.length

      const reply = await person.post(`${path}/import`, body)

      assert.equal(reply.status, 422, reply.text)
      if (errors !== null) assert.deepEqual(reply.errors, errors)
      assert.equal(registries.asked.length, before)
    })

  it('does not let a DOI lead to another address of the registry', async () => {
    const { person, path } = await createResearcher()

    const reply = await person.post(`${path}/import`, { format: 'doi', dois: ['10.5555/../../admin?x=1#y'] })

    assert.deepEqual(listVerdicts(reply), ['refused'])
    assert.ok(registries.asked.includes('/crossref/works/10.5555%2F..%2F..%2Fadmin%3Fx%3D1%23y'))
  })

  it('refuses another person, who cannot make the service ask', async () => {
    const { path } = await createResearcher()
    const other = await createResearcher()
    const before = registries.asked.length

    for (const format of ['doi', 'orcid'])
      assert.equal((await other.person.post(`${path}/import`, { format, dois: ['10.5555/1'] })).status, 403)

    assert.equal(registries.asked.length, before)
  })

  it('limits the imports of a user, and not those of files', async () => {
    const strict = await testApp({ ...registries.settings, RATE_LIMIT_REGISTRIES: '2' })
    const person = await strict.given.user({ role: 'researcher' })
    const path = `/researchers/${(await person.put('/researchers/me', {})).data.id}/publications`
    const { doi } = register()
    const post = (body: object) => person.post(`${path}/import`, body)

    const statuses: number[] = []
    for (const preview of [true, false, false])
      statuses.push((await post({ format: 'doi', dois: [doi], preview })).status)

    assert.deepEqual(statuses, [200, 200, 429])
    assert.equal((await post({ format: 'csl_json', text: '{"title":"x"}' })).status, 200)
    strict.clock.advance({ hours: 1 })
    assert.equal((await post({ format: 'doi', dois: [doi] })).status, 200)
  })
})

describe('POST /researchers/{id}/publications/import of ORCID', () => {
  it('stores the works of the linked record; those that others have added are verified', async () => {
    const { person, path, orcid } = await createLinkedResearcher()
    const [proven, own] = [createWork(), createWork({ doi: '' })]
    registries.records.set(orcid, [
      { ...proven, proven: true },
      { ...own, proven: false },
    ])

    const reply = await person.post(`${path}/import`, { format: 'orcid' })

    assert.deepEqual(listVerdicts(reply), ['imported', 'imported'])
    const works = await listAll(person, path)
    const find = (title: string) => works.find((work: { title: string }) => work.title === title)
    assert.deepEqual(
      [find(proven.title).verified, find(proven.title).source, find(proven.title).doi, find(proven.title).type],
      [true, 'orcid', proven.doi, 'article-journal'],
    )
    assert.deepEqual(find(proven.title).authors, [
      { given: 'Grace', family: 'Wanjiru', orcid: '0000-0002-1825-0097' },
      { given: 'Jan', family: 'van der Berg', orcid: null },
    ])
    assert.deepEqual([find(own.title).verified, find(own.title).source], [false, 'orcid'])
    // Crossref says more of the work than the record.
    registries.crossref.set(proven.doi, proven)
    const agency = await person.post(`${path}/import`, { format: 'doi', dois: [proven.doi] })
    assert.deepEqual(listVerdicts(agency), ['changed'])
    const record = await person.post(`${path}/import`, { format: 'orcid' })
    assert.deepEqual(listVerdicts(record), ['existing', 'existing'])
    assert.equal((await person.get(path)).meta.total, 2)
  })

  it('leaves the authors out where a record says too much of them', async () => {
    const { person, path, orcid } = await createLinkedResearcher()
    registries.records.set(orcid, [{ ...createWork(), proven: true }])
    registries.breakNext('flood-details')

    const reply = await person.post(`${path}/import`, { format: 'orcid' })

    assert.deepEqual(listVerdicts(reply), ['imported'])
    assert.deepEqual((await listAll(person, path))[0].authors, [])
  })

  it('is refused without a linked iD, also where one is typed, and with an empty record', async () => {
    const { person, path } = await createResearcher()
    await person.put('/researchers/me', { orcid: '0000-0002-1825-0097' })
    const linked = await createLinkedResearcher()
    registries.records.set(linked.orcid, [])

    const typed = await person.post(`${path}/import`, { format: 'orcid' })
    const empty = await linked.person.post(`${linked.path}/import`, { format: 'orcid' })

    assert.deepEqual(typed.errors, {
      format: ['This researcher has linked no ORCID iD. It is linked by signing in at ORCID.'],
    })
    assert.deepEqual(empty.errors, { format: ['The ORCID record has no public works.'] })
  })

  it('stores nothing when ORCID does not answer', async () => {
    const { person, path, orcid } = await createLinkedResearcher()
    registries.records.set(orcid, [{ ...createWork(), proven: true }])
    registries.breakNext('error')

    const { status, message } = await person.post(`${path}/import`, { format: 'orcid' })

    assert.deepEqual([status, message], [502, 'ORCID does not answer as it should at the moment. Please try again.'])
    assert.equal((await person.get(path)).meta.total, 0)
  })
})

describe('one work from a DOI, an ORCID record and a file', () => {
  /** A linked researcher, and the three sources of one work. */
  async function prepare() {
    const made = await createLinkedResearcher()
    const work = register({ abstract: '<jats:p>From Crossref.</jats:p>' })
    registries.records.set(made.orcid, [{ ...work, proven: true }])
    const item = {
      title: work.title,
      DOI: work.doi,
      author: [{ family: 'Wanjiru' }],
      issued: { 'date-parts': [[2020]] },
    }
    const sources = [
      { format: 'doi', dois: [work.doi] },
      { format: 'orcid' },
      { format: 'csl_json', text: JSON.stringify([item]) },
    ]
    return { ...made, work, sources }
  }

  const ensureOne = async (person: Person, path: string) => {
    const works = await listAll(person, path)
    assert.deepEqual(
      works.map((work: Record<string, unknown>) => [work.source, work.verified, work.abstract, work.authors_count]),
      [['crossref', true, 'From Crossref.', 2]],
    )
  }

  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])
    it(`is one publication with the same content, in the order ${order.join(', ')}`, async () => {
      const { person, path, sources } = await prepare()

      for (const index of order) assert.equal((await person.post(`${path}/import`, sources[index] ?? {})).status, 200)

      await ensureOne(person, path)
    })

  it('is one publication when all come at the same moment', async () => {
    const { person, path, sources } = await prepare()

    const replies = await runConcurrently(9, (index) => person.post(`${path}/import`, sources[index % 3] ?? {}))

    assert.ok(replies.every(({ status }: { status: number }) => status === 200))
    await ensureOne(person, path)
  })
})

describe('the sandbox of registries', () => {
  for (const [registry, path, title] of [
    ['Crossref', '/crossref/works/10.5555%2F24242424', 'Missing data'],
    ['DataCite', '/datacite/dois/10.5072%2FSMALL-TRIALS', 'Small trials: the data'],
  ] as const)
    it(`answers as ${registry} does about a work, and with 404 about an unknown one`, async () => {
      const { status, text } = await app.anonymous.get(`/sandbox/registries${path}`)
      const unknown = await app.anonymous.get(`/sandbox/registries${path}0`)

      assert.equal(status, 200)
      assert.ok(text.includes(title), text)
      assert.equal(unknown.status, 404)
    })
})
